// Every query of every dashboard, asked of a real Prometheus that scrapes an agent: each brings something.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Agent } from '../../src/agent.ts';
import { parseConfig } from '../../src/config/load.ts';
import { createLog } from '../../src/log.ts';
import { type Board, boardOf, type Name, names, panelsOf } from '../generate/dashboards/boards.ts';
import { all, answerOf, type Choice, liveFindings, offered } from './dashboard-queries.ts';
import { busy, type Scene, startScene } from './dashboard-scene.ts';
import { scaledRules } from './scaled.ts';
import { type Running, startPrometheus } from './servers.ts';
import { isMissing } from './tools.ts';

const absent = isMissing('prometheus');
const folder = mkdtempSync(join(tmpdir(), 'picket-dashboards-'));
const scrapeSeconds = 1;
const rangeSeconds = 120;
const job = 'picket';

let scene: Scene;
let agent: Agent;
let instance: string;
let prometheus: Running;

const shipped = join(import.meta.dirname, '../../config/stack/prometheus/rules');
/** A minute of the rules lasts a second. */
const pace = 60;

function ruleFiles(): string[] {
  return readdirSync(shipped).map((name) => {
    const path = join(folder, name);
    writeFileSync(path, scaledRules(readFileSync(join(shipped, name), 'utf8'), pace));
    return path;
  });
}

beforeAll(async () => {
  if (absent) return;
  scene = await startScene();
  const config = { agent: { listen: '127.0.0.1:0' }, store: { path: ':memory:' }, ...scene.config };
  agent = new Agent({
    config: parseConfig(JSON.stringify(config), 'test.yaml', {}),
    log: createLog('silent'),
    version: '0.0.0-test',
  });
  const [url = ''] = await agent.start();
  instance = new URL(url).host;
  const period = `${scrapeSeconds}s`;
  prometheus = await startPrometheus({
    global: { scrape_interval: period, evaluation_interval: period },
    rule_files: ruleFiles(),
    scrape_configs: [
      { job_name: job, static_configs: [{ targets: [instance] }] },
      { job_name: 'prometheus', static_configs: [{ targets: ['127.0.0.1:1'] }] },
    ],
  });
});

afterAll(async () => {
  if (absent) return;
  await prometheus.stop();
  await agent.stop();
  await scene.close();
  rmSync(folder, { recursive: true });
});

/** Looks again: a scrape that the agent, in this process, was too late for leaves a hole in each series. */
const soon = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 45_000, interval: 500 });

const view = () => ({ url: prometheus.url, endSeconds: Date.now() / 1000, rangeSeconds, scrapeSeconds });

const everything: Choice = { job: [all], instance: [all], deployment: [all] };
/** A dashboard of one deployment has no All. */
const everythingOn = (name: Name): Choice =>
  name === 'deployment' ? { ...everything, deployment: [busy] } : everything;
const justOne = (): Choice => ({ job: [job], instance: [instance], deployment: [busy] });

describe.skipIf(absent)('with a real Prometheus', () => {
  test.each(names)('every query of %s brings something, with All chosen', async (name) => {
    await soon(async () => expect(await liveFindings(boardOf(name), everythingOn(name), view())).toEqual([]));
  });

  test.each(names)('every query of %s brings something, with one of each chosen', async (name) => {
    await soon(async () => expect(await liveFindings(boardOf(name), justOne(), view())).toEqual([]));
  });

  test('the variables offer what is there, and of jobs and instances ours alone', async () => {
    const choices = await offered(boardOf('fleet'), view());
    expect(choices).toMatchObject({ job: [job], instance: [instance] });
    expect(choices.deployment).toHaveLength(32);
    expect(await offered(boardOf('deployment'), view())).toEqual(choices);
  });

  const answer = async (name: Name, title: string, choice: Choice = everything) => {
    const board = boardOf(name);
    const panel = panelsOf(board).find((candidate) => candidate.title === title);
    const [target] = panel?.targets ?? [];
    if (target === undefined) throw new Error(`no query of ${title}`);
    return answerOf(board, target, choice, view());
  };

  test('a target that is no agent of ours is not called an agent that is down', async () => {
    await soon(async () => {
      expect(await answer('fleet', 'Agents down')).toEqual([[0]]);
      expect(await answer('agent', 'Up')).toEqual([[1]]);
    });
  });

  test('timelines show the worst, and no more than fit', async () => {
    const rows = await answer('fleet', 'Deployments');
    expect(rows).toHaveLength(25);
    expect(rows.filter((codes) => codes.some((code) => code >= 2)).length).toBeGreaterThanOrEqual(2);
  });

  test('alerts are counted without the watchdog, and ranked with it', async () => {
    await soon(async () => {
      const [[count = 0] = []] = await answer('fleet', 'Alerts');
      const ranks = (await answer('fleet', 'Firing alerts')).flat();
      expect(ranks).toEqual(expect.arrayContaining([0, 2, 3]));
      expect(count).toBeGreaterThanOrEqual(2);
    });
  });

  const nobody: Choice = { ...everything, job: ['nobody'] };
  const counts = [
    'Agents down',
    'Deployments not operational',
    'Checks down',
    'Components not operational',
    'Stale checks',
  ];

  test.each(counts)('%s is nothing, and not 0, where no agent is', async (title) => {
    expect(await answer('fleet', title, nobody)).toEqual([]);
    await soon(async () => expect(await answer('fleet', title)).toHaveLength(1));
  });

  const planted = (expr: string): Board => {
    const board = boardOf('fleet');
    const [panel] = panelsOf(board);
    const [target] = panel?.targets ?? [];
    if (target) target.expr = expr;
    return board;
  };

  test.each([
    ['query-rule', 'rate(up{job=~"$job"})'],
    ['empty-rule', 'picket_check_up{job=~"$job", check="stauts"}'],
    ['empty-rule', '0 * count(picket_build_info{job=~"$job"}) / 0'],
  ])('%s names a query like %s', async (rule, expr) => {
    const board = planted(expr);
    await soon(async () => {
      expect(await liveFindings(board, everything, view())).toEqual([
        { rule, dashboard: board.title, panel: 'Agents down', message: expect.any(String) },
      ]);
    });
  });
});
