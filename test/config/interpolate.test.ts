// References in a string: what they become, what is shown of them, and which cannot be resolved.
import { expect, test } from 'vitest';
import { substitute } from '../../src/config/interpolate.ts';
import { outsideOf } from './reading.ts';

const outside = outsideOf({
  env: { TOKEN: 'hunter2', EMPTY: '', NESTED: `\${env:TOKEN}`, DOLLARS: "$&$'$1" },
  files: { 'token.txt': 'from-file\n', 'crlf.txt': 'from-file\r\n', 'two.txt': 'a\n\n' },
});

test.each([
  [`Bearer \${env:TOKEN}`, 'Bearer hunter2', 'Bearer [redacted]', ['hunter2']],
  [`\${env:TOKEN}\${env:TOKEN}`, 'hunter2hunter2', '[redacted][redacted]', ['hunter2', 'hunter2']],
  [`\${file:token.txt}`, 'from-file', '[redacted]', ['from-file']],
  [`\${file:crlf.txt}`, 'from-file', '[redacted]', ['from-file']],
  [`\${file:two.txt}`, 'a\n', '[redacted]', ['a\n']],
  [`a\${env:EMPTY}b`, 'ab', 'a[redacted]b', ['']],
  [`$\${env:TOKEN}`, `\${env:TOKEN}`, `\${env:TOKEN}`, []],
  ['$$ 5 $1', '$$ 5 $1', '$$ 5 $1', []],
  [`\${env:NESTED}`, `\${env:TOKEN}`, '[redacted]', [`\${env:TOKEN}`]],
  [`\${env:DOLLARS}`, "$&$'$1", '[redacted]', ["$&$'$1"]],
])('%s', (written, real, shown, values) => {
  const { result, wrong } = substitute(written, outside);
  expect(wrong).toEqual([]);
  expect(result).toEqual({ written, real, shown, values, unresolved: false });
});

test.each([
  [`\${env:NONE}`, 'the environment variable NONE to be set', 'none of that name'],
  [`\${file:none.txt}`, 'a readable file none.txt', 'no such file'],
  [
    `\${vault:secret}`,
    `\${env:NAME} or \${file:path}; $\${ for a literal \${`,
    'a reference to something else',
  ],
  [`\${env:}`, `\${env:NAME} or \${file:path}; $\${ for a literal \${`, 'a reference to something else'],
  [`pa\${ss}word`, `\${env:NAME} or \${file:path}; $\${ for a literal \${`, 'a reference to something else'],
  [`\${env:TOKEN`, `\${env:NAME} or \${file:path}; $\${ for a literal \${`, `a \${ that is never closed`],
])('%s is refused', (written, expected, observed) => {
  const { result, wrong } = substitute(written, outside);
  expect(wrong).toEqual([{ expected, observed }]);
  expect(result.unresolved).toBe(true);
});

test('every reference that cannot be resolved is named', () => {
  const { wrong } = substitute(`\${env:A} \${env:B}`, outside);
  expect(wrong.map(({ expected }) => expected)).toEqual([
    'the environment variable A to be set',
    'the environment variable B to be set',
  ]);
});
