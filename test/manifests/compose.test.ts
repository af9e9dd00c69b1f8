// The compose file and what it mounts: right by the compose specification, hardened, and in agreement with each other.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../src/simulate/scenario.ts';
import { configOf } from '../config/reading.ts';
import {
  judgeBy,
  type Mapping,
  mappingsIn,
  readManifest,
  readSchemas,
  stack,
  withWrongKey,
} from './manifests.ts';

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string };
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly depends_on?: readonly string[];
}

const compose = readManifest('compose.yaml');
const { services, volumes } = compose as unknown as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const judge = judgeBy(readSchemas('compose'), 'compose');
const all = Object.entries(services).map(([name, service]) => ({ name, service }));

/** Mappings whose keys are ours to choose: names of services and volumes, variables. */
const free = /^(services|volumes|x-hardened.*|services\.\w+\.environment)$/;

describe('by the compose specification', () => {
  test('it is right', () => {
    expect(judge(compose)).toEqual([]);
  });

  test('it is refused with a wrong key in any of its mappings', () => {
    const places = mappingsIn(compose).filter((path) => !free.test(path.join('.')));
    expect(places.length).toBeGreaterThan(8);
    const accepted = places.filter((path) => judge(withWrongKey(compose, path)).length === 0);
    expect(accepted.map((path) => path.join('.'))).toEqual([]);
  });
});

describe.each(all)('$name', ({ service }) => {
  test('has no rights but to run, and writes to volumes alone', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    const writable = service.volumes.filter((volume) => !volume.endsWith(':ro'));
    for (const volume of writable) expect(volumes).toHaveProperty(volume.split(':')[0] ?? '');
  });

  test('mounts what is there', () => {
    const mounted = service.volumes
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((path) => /^\./.test(path));
    // The dashboards' own tests hold those.
    for (const path of mounted)
      if (!path.endsWith('dashboards')) expect(existsSync(join(stack, path))).toBe(true);
  });

  test('is reached from this machine alone', () => {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/);
  });

  test('is of one version, and has a health check', () => {
    expect(service.image).toMatch(/^([a-z/]+|\$\{PICKET_IMAGE:-picket-agent):v?\d+\.\d+\.\d+\}?$/);
    // Picket's is in its Dockerfile.
    if (service.build === undefined) expect(service).toHaveProperty('healthcheck.test');
  });
});

describe('Picket', () => {
  const config = configOf(readFileSync(join(stack, 'picket', 'picket.yaml'), 'utf8'));

  test('has a configuration that loads without a warning, and follows it', () => {
    expect(config.warnings).toEqual([]);
    expect(config.agent).toMatchObject({ listen: ['0.0.0.0:7425'], reloadEveryMs: 5_000 });
    expect(services.picket?.command).toEqual(['run', '--config', '/etc/picket/picket.yaml']);
    expect(services.picket?.volumes).toEqual(['./picket:/etc/picket:ro', 'picket-data:/app/data']);
  });

  test('watches what the simulator plays, on the loopback of both', () => {
    expect(config.deployments.map(({ baseUrl, kind }) => [kind, baseUrl.replace(/\/$/, '')])).toEqual([
      ['file-storage', 'http://127.0.0.1:7431'],
      ['media', 'http://127.0.0.1:7432'],
      ['monitoring', 'http://127.0.0.1:7433'],
      ['compute', 'http://127.0.0.1:7434'],
    ]);
    expect(services.simulator).toMatchObject({ network_mode: 'service:picket' });
    const scenario = services.simulator?.command?.at(-1)?.replace('/etc/picket/', '') ?? '';
    const text = readFileSync(join(stack, 'picket', scenario), 'utf8');
    expect(parseScenario(text, scenario).steps.length).toBeGreaterThan(2);
  });

  test('is of this version', () => {
    const { version } = JSON.parse(readFileSync(join(stack, '..', '..', 'package.json'), 'utf8'));
    for (const name of ['picket', 'simulator']) {
      expect(services[name]?.image).toBe(`\${PICKET_IMAGE:-picket-agent:${version}}`);
    }
  });
});

describe('who asks whom', () => {
  const publishes = (address: string) => {
    const [name = '', port] = address.replace('http://', '').split(':');
    return services[name]?.ports?.includes(`127.0.0.1:${port}:${port}`) ?? false;
  };

  test('Prometheus scrapes Picket as the job of rules and dashboards, and tells Alertmanager', () => {
    const { rule_files, scrape_configs, alerting } = readManifest('prometheus/prometheus.yml') as Mapping & {
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
      alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] };
    };
    expect(rule_files).toEqual(['rules/*.yaml']);
    expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(['picket']);
    const asked = [...scrape_configs, ...alerting.alertmanagers].flatMap(({ static_configs }) =>
      static_configs.flatMap(({ targets }) => targets),
    );
    expect(asked).toEqual(['picket:7425', 'alertmanager:9093']);
    for (const address of asked) expect(publishes(address)).toBe(true);
  });

  test('Grafana asks Prometheus, and reads the dashboards where they are mounted', () => {
    const { datasources } = readManifest('grafana/provisioning/datasources/prometheus.yml') as {
      datasources: { uid: string; url: string; jsonData: { timeInterval: string } }[];
    };
    expect(datasources).toMatchObject([{ uid: 'prometheus', type: 'prometheus', isDefault: true }]);
    expect(publishes(datasources[0]?.url ?? '')).toBe(true);
    const { global } = readManifest('prometheus/prometheus.yml') as { global: { scrape_interval: string } };
    expect(datasources[0]?.jsonData.timeInterval).toBe(global.scrape_interval);
    const { providers } = readManifest('grafana/provisioning/dashboards/picket.yml') as {
      providers: { options: { path: string } }[];
    };
    const [folder] = providers.map(({ options }) => options.path);
    expect(services.grafana?.volumes).toContain(`../../dashboards:${folder}:ro`);
    expect(services.grafana).toMatchObject({
      environment: { GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH: `${folder}/fleet.json` },
    });
  });
});
