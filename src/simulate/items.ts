// Deterministic items: the same seed gives the same ids, digests and numbers on every machine.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ResourceName } from '../contract/endpoints.ts';
import { type resourceSchemas, valuesSeen } from '../contract/resources.ts';

export type ListedResource = Exclude<ResourceName, 'status'>;
export type Item<Resource extends ListedResource> = z.output<(typeof resourceSchemas)[Resource]>;

type Words = readonly [string, ...string[]];

const [mediaStatus] = valuesSeen.media.status;
const [serviceStatus] = valuesSeen.service.status;
const [runtime] = valuesSeen.service.runtime;
const [regionStatus] = valuesSeen.region.status;
const [incidentStatus] = valuesSeen.incident.status;
const [impact] = valuesSeen.incident.impact;

/** All regions are well; a status document's `region` is the name of one of them. */
export const regions: readonly [Item<'region'>, ...Item<'region'>[]] = [
  { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE', status: regionStatus },
  { code: 'dub1', name: 'Dublin', zone: 'eu-west', country: 'IE', status: regionStatus },
  { code: 'iad1', name: 'Washington, D.C.', zone: 'us-east', country: 'US', status: regionStatus },
  { code: 'sin1', name: 'Singapore', zone: 'asia-southeast', country: 'SG', status: regionStatus },
];

const filenames: Words = ['report.pdf', 'invoice.csv', 'backup.tar', 'notes.txt', 'model.json'];
const mediaTypes: Words = ['video/mp4', 'image/png', 'video/webm', 'image/jpeg'];
const serviceNames: Words = ['checkout', 'search', 'thumbnailer', 'mailer', 'webhooks'];
const incidentTitles: Words = ['Delayed notifications', 'Slow checks from one region', 'Late status updates'];

// The newest item of every list; older ones lie 7 hours apart.
const newestMs = Date.UTC(2026, 0, 15, 9, 30);
const apartMs = 7 * 3_600_000;

const files = (count: number, seed: number): Item<'file'>[] =>
  digests('file', count, seed).map(({ hex, number, createdMs }, index) => ({
    id: `fil_${hex.slice(0, 24)}`,
    created_at: timestamp(createdMs),
    filename: `${index}-${pick(filenames, number(0))}`,
    bytes: 1 + number(1),
    checksum: `sha256:${hex}`,
  }));

const media = (count: number, seed: number): Item<'media'>[] =>
  digests('media', count, seed).map(({ hex, number, createdMs }) => ({
    id: `med_${hex.slice(0, 24)}`,
    created_at: timestamp(createdMs),
    content_type: pick(mediaTypes, number(0)),
    bytes: 1 + number(1),
    width: 16 * (20 + (number(2) % 220)),
    height: 16 * (15 + (number(3) % 120)),
    status: mediaStatus,
  }));

const services = (count: number, seed: number): Item<'service'>[] =>
  digests('service', count, seed).map(({ hex, number, createdMs }, index) => ({
    id: `svc_${hex.slice(0, 24)}`,
    created_at: timestamp(createdMs),
    name: `${pick(serviceNames, index)}-${hex.slice(0, 4)}`,
    runtime,
    replicas: 1 + (number(0) % 8),
    status: serviceStatus,
  }));

const incidents = (count: number, seed: number): Item<'incident'>[] =>
  digests('incident', count, seed).map(({ hex, number, createdMs }, index) => ({
    id: `inc_${hex.slice(0, 24)}`,
    created_at: timestamp(createdMs),
    title: pick(incidentTitles, index),
    status: incidentStatus,
    impact,
    resolved_at: timestamp(createdMs + 60_000 * (5 + (number(0) % 90))),
  }));

const lists: { readonly [Resource in ListedResource]: (seed: number) => readonly Item<Resource>[] } = {
  file: (seed) => files(23, seed),
  media: (seed) => media(17, seed),
  service: (seed) => services(6, seed),
  incident: (seed) => incidents(5, seed),
  region: () => regions,
};

/** Everything a deployment has of one resource, newest first. */
export function itemsOf<Resource extends ListedResource>(
  resource: Resource,
  seed: number,
): readonly Item<Resource>[] {
  return lists[resource](seed);
}

/** ISO 8601 UTC with second precision and a trailing Z (API document, "Resources and their fields"). */
export function timestamp(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
}

export function pick<Word>(words: readonly [Word, ...Word[]], index: number): Word {
  return words[index % words.length] ?? words[0];
}

/** 64 hex digits that depend on nothing but the text. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function digests(resource: string, count: number, seed: number) {
  return Array.from({ length: count }, (_, index) => {
    const hex = digestOf(`${seed}/${resource}/${index}`);
    /** One of eight numbers of the digest, below 2^28. */
    const number = (at: number) => Number.parseInt(hex.slice(at * 7, at * 7 + 7), 16);
    return { hex, number, createdMs: newestMs - index * apartMs };
  });
}
