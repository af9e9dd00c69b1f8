// Reloads asked for while one is under way: never two at once, and the newest is what holds in the end.
import { expect, test } from 'vitest';
import { newestOf } from '../src/newest.ts';

function begin() {
  const told: string[] = [];
  const release = new Map<string, () => void>();
  const ask = newestOf(async (task: string) => {
    told.push(`${task} begins`);
    await new Promise<void>((resolve) => release.set(task, resolve));
    told.push(`${task} ends`);
    return `did ${task}`;
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (task: string) => {
    await settle();
    release.get(task)?.();
    await settle();
  };
  return { told, ask, end };
}

test('a task alone is done', async () => {
  const { told, ask, end } = begin();
  const outcome = ask('a');
  await end('a');
  expect(await outcome).toBe('did a');
  expect(told).toEqual(['a begins', 'a ends']);
});

test('while one is under way the newest waits for its end, and those before it get its outcome', async () => {
  const { told, ask, end } = begin();
  const first = ask('a');
  await end('nothing');
  const others = [ask('b'), ask('c'), ask('d')];
  await end('a');
  expect(await first).toBe('did a');
  await end('d');
  expect(await Promise.all(others)).toEqual(['did d', 'did d', 'did d']);
  expect(told).toEqual(['a begins', 'a ends', 'd begins', 'd ends']);
});

test('what is asked for after the one that waited has begun is one of its own', async () => {
  const { told, ask, end } = begin();
  const asked = [ask('a')];
  await end('nothing');
  asked.push(ask('b'));
  await end('a');
  asked.push(ask('c'));
  await end('b');
  await end('c');
  expect(await Promise.all(asked)).toEqual(['did a', 'did b', 'did c']);
  expect(told.filter((what) => what.endsWith('begins'))).toEqual(['a begins', 'b begins', 'c begins']);
});
