import { expect, test } from 'vitest';
import { createByteQuota, type Reservation } from '../../../server/api/byte-quota.ts';

const refused = (code: string) => expect.objectContaining({ code });

/** Records the names of those who wait, in the order in which they enter. */
function line(quota: ReturnType<typeof createByteQuota>) {
  const entered: string[] = [];
  const held = new Map<string, Reservation>();
  const ask = (name: string, bytes: number): void => {
    const [sender = ''] = name.split(' ');
    quota.wait(sender, bytes, 600_000).then((reservation) => {
      entered.push(name);
      held.set(name, reservation);
    });
  };
  const leave = async (name: string): Promise<void> => {
    held.get(name)?.release();
    await turn();
  };
  return { ask, leave, entered };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('those without room wait in line, and one sender’s many requests leave room for the next sender', async () => {
  const { ask, leave, entered } = line(createByteQuota({ max: 100, largest: 10 }));
  for (const name of ['a 1', 'a 2', 'a 3', 'b 1', 'c 1', 'd 1']) ask(name, 25);
  await turn();
  expect(entered).toEqual(['a 1', 'b 1', 'c 1', 'd 1']);
  ask('e large', 90);
  ask('f 1', 10);
  await leave('b 1');
  // There is room for a small request, but small requests must not overtake the large one again and again.
  expect(entered).toHaveLength(4);
  await leave('a 1');
  expect(entered.at(-1)).toBe('a 2');
  for (const name of ['c 1', 'd 1', 'a 2', 'a 3']) await leave(name);
  expect(entered.slice(4)).toEqual(['a 2', 'a 3', 'e large', 'f 1']);
});

test('a refusal says whether the sender’s own share or the whole quota was used up', async () => {
  const quota = createByteQuota({ max: 100, largest: 10 });
  const own = await quota.wait('a', 20, 0);
  const ownRefusal = quota.wait('a', 20, 0);
  await expect(ownRefusal).rejects.toEqual(refused('rate_limited'));
  await expect(ownRefusal).rejects.toMatchObject({ details: { retry_after: 10, limit: 25 } });
  const large = await quota.wait('b', 75, 0);
  await expect(quota.wait('c', 20, 0)).rejects.toEqual(refused('unavailable'));
  own.release();
  large.release();
  large.release();
  // A request above the maximum is accepted when nobody else holds anything.
  const largest = await quota.wait('c', 400, 0);
  await expect(quota.wait('d', 1, 0)).rejects.toEqual(refused('unavailable'));
  largest.release();
  await expect(quota.wait('d', 1, 0)).resolves.toBeDefined();
});
