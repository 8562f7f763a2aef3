import { expect, test } from 'vitest';
import { inTurn } from '../../../server/domain/image/in-turn.ts';

test('of one workspace two images are drawn at a time, in order, and another workspace does not wait for the rest', async () => {
  const begun: string[] = [];
  const ask = (workspaceId: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const drawn = inTurn(workspaceId, () => {
      begun.push(name);
      return promise;
    });
    return { drawn, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ask('one', name));
  const other = ask('another', 'other');
  other.end();
  expect(await other.drawn).toBe('other');
  expect(begun).toEqual(['a', 'b', 'other']);
  b?.fail();
  await expect(b?.drawn).rejects.toThrow('b');
  a?.end();
  await a?.drawn;
  for (const each of [c, d]) each?.end();
  expect(await Promise.all([c?.drawn, d?.drawn])).toEqual(['c', 'd']);
  expect(begun).toEqual(['a', 'b', 'other', 'c', 'd']);
});
