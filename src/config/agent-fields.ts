// The options of the agent itself: what it is called, where it listens, how it tells that its own network works.
import { z } from 'zod';
import { regionSchema } from '../contract/resources.ts';
import { basePath, canaryAddress, listenAddress } from './addresses.ts';
import { title } from './deployment-fields.ts';
import { durationOrOff, list, mapping, percentage, whole } from './fields.ts';

const maxCanaries = 16;
const secondMs = 1_000;
const dayMs = 86_400 * secondMs;

const localRegion = { code: 'local0', name: 'Local', zone: 'local-zone', country: 'ZZ' } as const;
/** The formats of the API document's Region; our own API shows it as one. */
const regionText = z.string({ error: 'a string' });
const region = mapping({
  code: regionText.pipe(regionSchema.shape.code).default(localRegion.code),
  name: title.optional(),
  zone: regionText.pipe(regionSchema.shape.zone).default(localRegion.zone),
  country: regionText.pipe(regionSchema.shape.country).default(localRegion.country),
}).transform(({ name, ...rest }) => ({
  ...rest,
  name: name ?? (rest.code === localRegion.code ? localRegion.name : rest.code),
}));

export const agent = mapping({
  /** The host's name unless given. */
  name: title.optional(),
  region: region.prefault({}),
  listen: z
    .union([listenAddress.transform((address) => [address]), list(listenAddress, 1, 16)], {
      error: 'host:port, or a list of them',
    })
    .prefault('127.0.0.1:7425'),
  base_path: basePath.prefault('/'),
  max_in_flight: whole(1, 100_000).default(1_000),
  reload_every: durationOrOff({ minMs: secondMs, maxMs: dayMs, example: '30s' }).prefault('off'),
  egress: mapping({
    canaries: list(canaryAddress, 0, maxCanaries).default([]),
    share: percentage('50%').prefault('50%'),
  }).prefault({}),
});
