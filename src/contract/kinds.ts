// The four kinds of deployment and the component names seen on them (API document, "Status document").
import type { ApiVersion, EndpointName } from './endpoints.ts';

export interface Kind {
  readonly version: ApiVersion;
  readonly endpoints: readonly EndpointName[];
  readonly components: readonly string[];
}

export const kinds = {
  'file-storage': {
    version: 'v1',
    endpoints: ['status', 'files'],
    components: ['API', 'Upload Service', 'Storage', 'Virus Scanning'],
  },
  media: {
    version: 'v1',
    endpoints: ['status', 'media'],
    components: ['API', 'Media Processing', 'Delivery', 'Storage'],
  },
  monitoring: {
    version: 'v2',
    endpoints: ['status', 'regions', 'incidents'],
    components: ['Status API', 'Monitoring', 'Notifications', 'Incident History'],
  },
  compute: {
    version: 'v2',
    endpoints: ['status', 'regions', 'services'],
    components: ['Control API', 'Scheduler', 'Build Service', 'Registry'],
  },
} as const satisfies Record<string, Kind>;
