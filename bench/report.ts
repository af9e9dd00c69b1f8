// What a bench tells: its table, and each number that must hold beside the one measured; kept in RESULTS.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import manifest from '../package.json' with { type: 'json' };

/** A number that must hold: at most so much was to be measured. */
export interface Aim {
  readonly what: string;
  readonly most: number;
  readonly measured: number;
}

/** One bench's section. */
export interface Report {
  readonly title: string;
  /** Markdown: how it was measured, and the table. */
  readonly text: string;
  /** None where a bench shows and holds nothing. */
  readonly aims: readonly Aim[];
  /** Of other programs that took part: `prometheus 2.42.0`. */
  readonly versions?: readonly string[];
}

const results = new URL('RESULTS.md', import.meta.url);
const preface = `# Results

Written by \`npm run bench\`, a section by \`npm run bench -- NAME\`. Absolute numbers are the machine's; what is
claimed is the ratio to a yardstick in the same run. A number that misses its aim ends the bench with exit code 1.
`;

export function isMet({ most, measured }: Aim): boolean {
  return measured <= most;
}

/** Markdown, with its heading. */
export function sectionOf(name: string, { title, text, aims, versions = [] }: Report): string {
  const rows = aims.map((aim) => {
    const met = isMet(aim) ? 'yes' : '**no**';
    return `| ${aim.what} | ${numeral(aim.measured)} | ${numeral(aim.most)} | ${met} |`;
  });
  const table = ['| what must hold | measured | at most | met |', '|---|---|---|---|', ...rows].join('\n');
  const held = aims.length === 0 ? [] : [table];
  const parts = [`## ${name}: ${title}`, text.trim(), ...held, machine(versions)];
  return `${parts.join('\n\n')}\n`;
}

/** In the place of the section of that name, or at the end. */
export function keep(name: string, section: string): void {
  const before = readFileSync(results, 'utf8').split(/^(?=## )/m);
  const sections = before.filter((part) => part.startsWith('## '));
  const at = sections.findIndex((part) => part.startsWith(`## ${name}: `));
  const kept = sections.map((part) => part.trimEnd());
  kept.splice(at === -1 ? kept.length : at, at === -1 ? 0 : 1, section.trimEnd());
  writeFileSync(results, `${[preface.trimEnd(), ...kept].join('\n\n')}\n`);
}

function numeral(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toPrecision(3);
}

/** ` (1a2b3c4+)`, the plus where files differ from it; empty where there is no git. */
function commit(): string {
  const git = (...args: readonly string[]) =>
    spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).stdout?.trim() ?? '';
  const hash = git('rev-parse', '--short', 'HEAD');
  // What benches write themselves is no difference.
  const isDirty = git('status', '--porcelain', '--', ':/', ':!/bench/RESULTS.md') !== '';
  return hash === '' ? '' : ` (${hash}${isDirty ? '+' : ''})`;
}

function machine(versions: readonly string[]): string {
  const [cpu] = cpus();
  const software = [
    `picket ${manifest.version}${commit()}`,
    `undici ${manifest.dependencies.undici}`,
    `Node ${process.version}`,
    ...versions,
  ];
  return (
    `${new Date().toISOString().slice(0, 10)}, ${software.join(', ')}, ${platform()} ${release()} ${arch()}, ` +
    `${cpus().length} × ${cpu?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 1024 ** 3)} GiB.`
  );
}
