#!/usr/bin/env node
// argv to a command, and the only place that sets an exit code.

const required = 24;
const found = Number(process.versions.node.split('.')[0]);

if (found < required) {
  process.stderr.write(`picket needs Node ${required} or later, this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else {
  // Look-ups block a thread each, and may have half of the pool; 512 threads take 5 MB. With libuv's own four, two
  // names that do not answer would stop all others.
  process.env.UV_THREADPOOL_SIZE ??= '512';
  // After the check: what follows would not even parse on an older Node.
  const { runCommand } = await import('./cli/program.ts');
  process.exitCode = await runCommand(process.argv);
}
