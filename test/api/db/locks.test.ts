import pino from 'pino';
import { expect, test } from 'vitest';
import { createLocks } from '../../../server/adapters/locks/index.ts';
import { createTestDatabase } from '../../support/database.ts';

test('a lock has one holder at a time across processes, while forty wait and nested locks are taken', async () => {
  const database = await createTestDatabase();
  const processes = [1, 2].map(() => createLocks(database.url, pino({ level: 'silent' })));
  let inside = 0;
  let most = 0;
  let done = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await processes[0]?.withLock('within', async () => {}, 'nested');
    inside -= 1;
    done += 1;
  };
  await Promise.all(processes.flatMap(({ withLock }) => Array.from({ length: 20 }, () => withLock('one', work))));
  expect({ most, done }).toEqual({ most: 1, done: 40 });
  await expect(processes[0]?.withLock('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await processes[1]?.withLock('one', async () => 'free again')).toBe('free again');
  await Promise.all(processes.map((each) => each.close()));
  await database.drop();
});
