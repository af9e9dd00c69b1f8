// `npm run render`: live data, then a picture of each dashboard; exit 1 where a panel is empty or broken.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowser, takePicture } from './browser.ts';
import { bundlePage } from './bundle.ts';
import { startLive } from './live.ts';

const dashboards = join(import.meta.dirname, '../../../dashboards');
const largestPictureBytes = 400_000;

/** A dashboard of one deployment shows the one to which most happens. */
const pictures = [
  { name: 'fleet', choices: {} },
  { name: 'deployment', choices: { deployment: 'compute-eu' } },
  { name: 'agent', choices: {} },
];

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: '../../docs/dashboards' },
    minutes: { type: 'string', default: '30' },
    prometheus: { type: 'string' },
  },
});

async function main(): Promise<boolean> {
  const minutes = Number(values.minutes);
  if (!(minutes >= 1 && minutes <= 180)) throw new Error('--minutes: expected a number from 1 to 180');
  if (values.prometheus !== undefined) return render(values.prometheus, minutes);
  const live = await startLive(minutes * 60);
  try {
    say(`${live.prometheusUrl} collects ${minutes} minutes of data`);
    await new Promise((wake) => setTimeout(wake, minutes * 60_000));
    return await render(live.prometheusUrl, minutes);
  } finally {
    await live.end();
  }
}

async function render(prometheusUrl: string, minutes: number): Promise<boolean> {
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  const files = await bundlePage();
  const browser = await startBrowser();
  const toMs = Math.floor(Date.now() / 1000) * 1000;
  let isWell = true;
  try {
    for (const { name, choices } of pictures) {
      const dashboard: unknown = JSON.parse(readFileSync(join(dashboards, `${name}.json`), 'utf8'));
      const range = { fromMs: toMs - minutes * 60_000, toMs, scrapeIntervalMs: 1000 };
      const { png, report } = await takePicture(browser, files, prometheusUrl, {
        dashboard,
        ...range,
        choices,
      });
      writeFileSync(join(out, `${name}.png`), png);
      const tooLarge = png.length > largestPictureBytes ? [`${png.length} bytes, too large a picture`] : [];
      const findings = [...report.findings, ...tooLarge];
      say(`${name}.png: ${report.title}, ${report.panels} panels, ${findings.length} findings`);
      for (const finding of findings) say(`  ${finding}`);
      isWell &&= findings.length === 0;
    }
  } finally {
    await browser.close();
  }
  return isWell;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = (await main()) ? 0 : 1;
