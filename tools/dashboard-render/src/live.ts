// Live data: simulators behind fronts, two agents, and a Prometheus with our rules that scrapes them.
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { badReloadAt, configOf, fleet, scenarioOf, type Vantage, vantages, type Watched } from './fleet.ts';
import { type Front, openFront } from './fronts.ts';
import { awaited, freePort, isReady, type Program, start } from './processes.ts';

export interface Live {
  readonly prometheusUrl: string;
  readonly end: () => Promise<void>;
}

const root = join(import.meta.dirname, '../../..');
const ruleFolder = join(root, 'config/stack/prometheus/rules');

const endings = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

/** Everything listens on 127.0.0.1, on free ports, with its files in a temporary folder that goes at the end. */
export async function startLive(lastsSeconds: number): Promise<Live> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-render-'));
  const programs: Program[] = [];
  const fronts: Front[] = [];
  let reload: NodeJS.Timeout | undefined;
  const end = once(async () => {
    clearTimeout(reload);
    await Promise.all(programs.map((program) => program.end()));
    for (const front of fronts) front.close();
    rmSync(folder, { recursive: true, force: true });
  });
  // A signal takes all of it along, also while it starts.
  for (const [signal, code] of endings) process.once(signal, () => void end().then(() => process.exit(code)));
  try {
    const frontsById = new Map<string, Front>();
    for (const place of ['eu', 'us'] as const) {
      const origins = await startSimulator(place, lastsSeconds, folder, programs);
      for (const watched of fleet.filter((each) => each.place === place)) {
        const front = await openFront(watched, originOf(origins, watched), folder);
        fronts.push(front);
        frontsById.set(watched.id, front);
      }
    }
    const agents: Agent[] = [];
    for (const vantage of vantages) agents.push(await startAgent(vantage, folder, frontsById, programs));
    const targets = agents.map(({ address }) => address);
    const prometheusUrl = await startPrometheus(targets, folder, programs);
    reload = setTimeout(() => agents.at(-1)?.reloadNonsense(), badReloadAt * lastsSeconds * 1000);
    return { prometheusUrl, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function once(act: () => Promise<void>): () => Promise<void> {
  let acted: Promise<void> | undefined;
  return () => {
    acted ??= act();
    return acted;
  };
}

function originOf(origins: ReadonlyMap<string, string>, { kind }: Watched): string {
  const origin = origins.get(kind);
  if (origin === undefined) throw new Error(`the simulator has no ${kind}`);
  return origin;
}

function picket(name: string, args: readonly string[], programs: Program[]): Program {
  const program = start(name, process.execPath, ['src/main.ts', ...args], root);
  programs.push(program);
  return program;
}

/** By kind, the address of each deployment; it prints `url  kind` a line. */
async function startSimulator(
  place: Watched['place'],
  lastsSeconds: number,
  folder: string,
  programs: Program[],
): Promise<ReadonlyMap<string, string>> {
  const scenario = join(folder, `scenario-${place}.yaml`);
  writeFileSync(scenario, JSON.stringify(scenarioOf(place, lastsSeconds)));
  const simulator = picket('simulator', ['simulate', '--port', '0', '--scenario', scenario], programs);
  return awaited(simulator, () => {
    const lines = [...simulator.output().matchAll(/^(http:\S+)\s+(\S+)$/gm)];
    return lines.length < 4 ? undefined : new Map(lines.map(([, url = '', kind = '']) => [kind, url]));
  });
}

interface Agent {
  /** It is scraped at. */
  readonly address: string;
  readonly reloadNonsense: () => void;
}

async function startAgent(
  vantage: Vantage,
  folder: string,
  fronts: ReadonlyMap<string, Front>,
  programs: Program[],
): Promise<Agent> {
  const frontOf = (id: string) => {
    const front = fronts.get(id);
    if (front === undefined) throw new Error(`${id} has no front`);
    return front;
  };
  const config = join(folder, `${vantage.code}.yaml`);
  writeFileSync(config, JSON.stringify(configOf(vantage, join(folder, `${vantage.code}.db`), frontOf)));
  const address = `127.0.0.1:${await freePort()}`;
  const args = ['run', '--config', config, '--listen', address, '--log-level', 'warn'];
  const agent = picket(`agent ${vantage.code}`, args, programs);
  await awaited(agent, () => isReady(`http://${address}/-/ready`));
  const reloadNonsense = () => {
    appendFileSync(config, 'nonsense');
    agent.signal('SIGHUP');
  };
  return { address, reloadNonsense };
}

async function startPrometheus(
  targets: readonly string[],
  folder: string,
  programs: Program[],
): Promise<string> {
  const config = join(folder, 'prometheus.yml');
  const data = join(folder, 'prometheus');
  mkdirSync(data);
  const settings = {
    global: { scrape_interval: '1s', evaluation_interval: '5s' },
    rule_files: readdirSync(ruleFolder).map((file) => join(ruleFolder, file)),
    scrape_configs: [{ job_name: 'picket', static_configs: [{ targets }] }],
  };
  writeFileSync(config, JSON.stringify(settings));
  const address = `127.0.0.1:${await freePort()}`;
  const flags = [`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=${address}`];
  const prometheus = start('prometheus', 'prometheus', [...flags, '--log.level=warn'], folder);
  programs.push(prometheus);
  await awaited(prometheus, () => isReady(`http://${address}/-/ready`));
  return `http://${address}`;
}
