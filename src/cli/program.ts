// The command line: one row a command, and what each way to end means as an exit code.
import { Command, CommanderError, Option } from 'commander';
import { ConfigError } from '../config/config.ts';
import { endpointNames } from '../contract/endpoints.ts';
import { logLevels } from '../log.ts';
import { exitCodes, OperatorError } from './exit.ts';
import { defaultPort, faultsHelp } from './simulate-words.ts';
import { version } from './version.ts';

const configOption = () => new Option('--config <path>', 'configuration file').default('config/picket.yaml');
const listenOption = () => new Option('--listen <address>', 'host:port, instead of agent.listen');
const logOption = () =>
  new Option('--log-level <level>', 'least severe level that is logged').choices(logLevels);

/** Runs the command of `argv`; resolves to the exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  let code: number = exitCodes.well;
  // A reader that went away (`picket check | head`) is no failure; a full disk behind stdout is.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`picket: cannot write: ${error.message}\n`);
    process.exit(error.code === 'EPIPE' ? code : exitCodes.ours);
  });
  const program = programOf((ended) => {
    code = ended;
  });
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    return explain(error);
  }
}

/** One row a command; each says with which code it ended. Only the one that is run is loaded. */
function programOf(end: (code: number) => void): Command {
  const program = new Command('picket')
    .description('Synthetic monitoring agent for status and inventory APIs')
    .version(version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  const command = (name: string, description: string) =>
    program.command(name).description(description).exitOverride();

  command('run', 'the agent: SIGHUP reloads the configuration, SIGTERM ends in order')
    .addOption(configOption())
    .addOption(listenOption())
    .addOption(logOption().default('info'))
    .action(async (options) => end(await (await import('./run.ts')).run(options)));
  command('demo', 'four reference deployments, an outage, and the agent that watches them')
    .addOption(configOption())
    .addOption(listenOption())
    .addOption(logOption().default('info'))
    .action(async (options) => end(await (await import('./demo.ts')).demo(options)));
  command('check', 'validates the configuration and prints every check that would run')
    .addOption(configOption())
    .option('--print', 'print the configuration as it is understood, secrets redacted')
    .action(async (options) => end(await (await import('./check.ts')).check(options)));
  command('probe', 'one round now: phases, findings, the head of the body')
    .argument('<id|url>', 'a configured deployment, or a base_url')
    .addOption(configOption())
    .addOption(new Option('--endpoint <name>', 'only this endpoint').choices(endpointNames))
    .option('--json', 'print the whole result as JSON')
    .action(async (target, options) => end(await (await import('./probe.ts')).probe(target, options)));
  command('learn', 'asks all endpoints, prints deployments with what to expect of them, for review')
    .argument('<url...>', 'base_urls')
    .action(async (urls) => end(await (await import('./learn.ts')).learn(urls)));
  command('verify', 'every deployment once; what is not as expected, as a difference')
    .addOption(configOption())
    .action(async (options) => end(await (await import('./verify.ts')).verify(options)));
  command('rules', 'alert and recording rules for Prometheus')
    .option('--config <path>', 'configuration whose intervals, objectives and labels the rules follow')
    .option('--runbook-url <base>', 'what runbook_url begins with')
    .option('--dashboard-url <base>', 'where Grafana is')
    .option('--job <matchers>', 'which jobs are agents, as in a selector')
    .option(
      '--out <dir>',
      'write picket-records.yaml and picket-alerts.yaml there, instead of printing one file',
    )
    .action(async (options) => end(await (await import('./rules.ts')).rules(options)));
  command('simulate', 'the four reference deployments alone, with faults on request')
    .option(
      '--port <number>',
      'port of the first deployment, the others follow; 0 for any',
      String(defaultPort),
    )
    .option('--scenario <file>', 'timeline of faults, in YAML')
    .addHelpText('after', `\n${faultsHelp}`)
    .action(async (options) => end(await (await import('./simulate.ts')).simulate(options)));
  return program;
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.well : exitCodes.operator;
  if (error instanceof ConfigError || error instanceof OperatorError) {
    process.stderr.write(`${error.message}\n`);
    return exitCodes.operator;
  }
  process.stderr.write(
    `picket: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return exitCodes.ours;
}
