// The Kubernetes manifests: right by the schemas of their kinds, closed to wrong keys, and in agreement with each other.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configOf } from '../config/reading.ts';
import { judgeBy, mappingsIn, readManifest, readSchemas, stack, withWrongKey } from './manifests.ts';

const files = readdirSync(join(stack, 'kubernetes')).filter((name) => name.endsWith('.yaml'));
const manifests = files
  .filter((name) => name !== 'kustomization.yaml')
  .map((name) => ({ name, manifest: readManifest(join('kubernetes', name)) }));

const schemas = readSchemas('kubernetes');

/** Mappings whose keys are ours to choose. */
const free = /(^|\.)(labels|annotations|matchLabels|data|requests|limits|nodeSelector)$/;

test('there is a manifest of each kind', () => {
  expect(manifests.map(({ manifest: { kind } }) => kind).toSorted()).toEqual([
    'ConfigMap',
    'Deployment',
    'Namespace',
    'PersistentVolumeClaim',
    'PrometheusRule',
    'Service',
    'ServiceMonitor',
  ]);
});

describe.each(manifests)('$name', ({ name, manifest }) => {
  const judge = judgeBy(schemas, String(manifest.kind));

  test('is right by the schema of its kind', () => {
    expect(judge(manifest)).toEqual([]);
  });

  test('is refused with a wrong key in any of its mappings', () => {
    const places = mappingsIn(manifest).filter((path) => !free.test(path.join('.')));
    expect(places.length).toBeGreaterThan(1);
    const accepted = places.filter((path) => judge(withWrongKey(manifest, path)).length === 0);
    expect(accepted.map((path) => path.join('.'))).toEqual([]);
  });

  test('is called after its kind, and is in the namespace of all', () => {
    const { kind, metadata } = manifest as { kind: string; metadata: { namespace?: string } };
    expect(name).toBe(`${kind.toLowerCase()}.yaml`);
    expect(metadata.namespace).toBe(kind === 'Namespace' ? undefined : 'picket');
  });
});

/** The manifest of a kind, its parts as they are used here. */
const the = <Shape>(kind: string) =>
  manifests.find(({ manifest }) => manifest.kind === kind)?.manifest as unknown as Shape;

const pod = the<{
  spec: {
    selector: { matchLabels: object };
    template: {
      metadata: { labels: object };
      spec: {
        securityContext: object;
        containers: {
          image: string;
          args: string[];
          ports: { name: string; containerPort: number }[];
          startupProbe: { httpGet: object };
          livenessProbe: { httpGet: object };
          readinessProbe: { httpGet: object };
          securityContext: object;
          volumeMounts: { name: string; mountPath: string; readOnly?: boolean; subPath?: string }[];
        }[];
        volumes: { name: string; configMap?: object; persistentVolumeClaim?: object }[];
      };
    };
  };
}>('Deployment').spec;
const [container] = pod.template.spec.containers;
const root = join(stack, '..', '..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

describe('the agent', () => {
  const { data } = the<{ data: Record<string, string> }>('ConfigMap');
  const text = data['picket.yaml'] ?? '';
  const config = configOf(text);

  test('has a configuration that loads without a warning, and reloads by itself', () => {
    expect(config.warnings).toEqual([]);
    expect(config.agent.reloadEveryMs).toBe(30_000);
    expect(config.deployments.map(({ id }) => id)).toEqual(['files-eu']);
  });

  test('finds the secret that the configuration names, once it is asked for', () => {
    const asked = text.replace('# headers:', 'headers:');
    const files = { '/etc/picket-secrets/files-token': 'hunter2-token' };
    const [deployment] = configOf(asked, { files }).deployments;
    expect(deployment?.connection.headers.authorization?.reveal()).toBe('Bearer hunter2-token');
    expect(container?.volumeMounts).toContainEqual({
      name: 'secrets',
      mountPath: '/etc/picket-secrets',
      readOnly: true,
    });
  });

  test('reads it from the folder that is mounted as a whole', () => {
    expect(container?.args).toEqual(['run', '--config', '/etc/picket/picket.yaml']);
    expect(container?.volumeMounts).toContainEqual({
      name: 'config',
      mountPath: '/etc/picket',
      readOnly: true,
    });
    expect(pod.template.spec.volumes).toContainEqual({ name: 'config', configMap: { name: 'picket' } });
  });

  test('has its store on the claimed volume, where the image writes', () => {
    expect(dockerfile).toContain('\nVOLUME /app/data\n');
    expect(config.store.path).toBe('data/picket.db');
    expect(container?.volumeMounts).toContainEqual({ name: 'data', mountPath: '/app/data' });
    const claim = the<{ metadata: { name: string } }>('PersistentVolumeClaim').metadata.name;
    const volume = { name: 'data', persistentVolumeClaim: { claimName: claim } };
    expect(pod.template.spec.volumes).toContainEqual(volume);
  });

  test('is one at a time: the store has one writer', () => {
    expect(pod).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  });

  test('has no rights but to run', () => {
    expect(pod.template.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('is asked where it answers', () => {
    expect(config.agent.listen).toEqual(['0.0.0.0:7425']);
    expect(container?.ports).toEqual([{ name: 'http', containerPort: 7425, protocol: 'TCP' }]);
    expect(container?.startupProbe.httpGet).toEqual({ path: '/-/healthy', port: 'http' });
    expect(container?.livenessProbe.httpGet).toEqual({ path: '/-/healthy', port: 'http' });
    expect(container?.readinessProbe.httpGet).toEqual({ path: '/-/ready', port: 'http' });
  });

  test('is of this version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(container?.image).toBe(`picket-agent:${version}`);
    expect(readManifest('kubernetes/kustomization.yaml').images).toEqual([
      { name: 'picket-agent', newName: 'picket-agent', newTag: version },
    ]);
  });
});

test('each finds the next by its labels: Deployment, Service, ServiceMonitor', () => {
  const { labels } = pod.template.metadata;
  const service = the<{
    metadata: { labels: object };
    spec: { selector: object; ports: { name: string }[] };
  }>('Service');
  const monitor = the<{
    spec: {
      selector: { matchLabels: object };
      jobLabel: string;
      endpoints: { port: string; path: string }[];
    };
  }>('ServiceMonitor').spec;
  expect(pod.selector.matchLabels).toEqual(labels);
  expect(service.spec.selector).toEqual(labels);
  expect(service.spec.ports).toEqual([{ name: 'http', port: 7425, targetPort: 'http', protocol: 'TCP' }]);
  expect(monitor.selector.matchLabels).toEqual(service.metadata.labels);
  expect(monitor.endpoints).toMatchObject([{ port: 'http', path: '/metrics' }]);
  // The job is the value of this label: what the rules and the dashboards look for.
  expect(Object.entries(service.metadata.labels)).toContainEqual([monitor.jobLabel, 'picket']);
});

test('kustomize applies every manifest, the namespace first, and nothing else', () => {
  const kustomization = readManifest('kubernetes/kustomization.yaml');
  expect(Object.keys(kustomization)).toEqual(['apiVersion', 'kind', 'namespace', 'resources', 'images']);
  const { resources } = kustomization as { resources: string[] };
  expect(resources[0]).toBe('namespace.yaml');
  expect(resources.toSorted()).toEqual(files.filter((name) => name !== 'kustomization.yaml').toSorted());
});
