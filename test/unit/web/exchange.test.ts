import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../server/contract/client.ts';
import { coalesce, createLatest, type Failure, failureOf } from '../../../server/web/sync/exchange.ts';

const answered = (status: number, body: object = {}) => new ServiceError(status, { message: 'No.', ...body });

test.each([
  [new Error('No.'), { kind: 'broken' }],
  [answered(0), { kind: 'offline' }],
  [answered(404), { kind: 'missing' }],
  [answered(409), { kind: 'conflict', message: 'No.' }],
  [answered(429, { retry_after: 7 }), { kind: 'busy', seconds: 7 }],
  [answered(429), { kind: 'busy', seconds: 60 }],
  [answered(400), { kind: 'refused', message: 'No.' }],
  [answered(422), { kind: 'refused', message: 'No.' }],
  [answered(500), { kind: 'broken' }],
  [answered(502), { kind: 'offline' }],
  [answered(503), { kind: 'offline' }],
  [answered(504), { kind: 'offline' }],
  [answered(302), { kind: 'broken' }],
] satisfies [Error, Failure][])(
  'a failed call is classified by what a person can do about it: %#',
  (cause, failure) => {
    expect(failureOf(cause)).toEqual(failure);
  },
);

test('the last response keeps its object while nothing changes, and clears the trouble', () => {
  const first = { marks: [1] };
  const { view, trouble, show } = createLatest<{ marks: number[] }>(first);
  trouble.value = { kind: 'offline' };
  expect(show({ marks: [1] })).toBeNull();
  expect([view.value === first, trouble.value]).toEqual([true, null]);
  const second = { marks: [1, 2] };
  expect(show(second)).toBe(first);
  expect(view.value).toBe(second);
  expect(show(first)).toBe(second);
});

describe('work that runs one at a time', () => {
  /** Returns the work, how often it began, and a way to finish it. */
  const started = () => {
    const finish: ((again: boolean) => void)[] = [];
    const run = coalesce(() => new Promise((resolve) => finish.push(resolve)));
    const settle = async (again = false) => {
      finish.at(-1)?.(again);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { run, settle, begun: () => finish.length };
  };

  test('runs once more after any number of calls during it', async () => {
    const { run, settle, begun } = started();
    const all = [run(), run(), run()];
    expect(begun()).toBe(1);
    await settle();
    expect(begun()).toBe(2);
    await settle();
    await Promise.all(all);
    expect(begun()).toBe(2);
    const later = run();
    expect(begun()).toBe(3);
    await settle();
    await later;
  });

  test('runs again after it failed', async () => {
    let begun = 0;
    const run = coalesce(async () => {
      begun += 1;
      if (begun === 1) throw new Error('Full');
      return false;
    });
    await expect(run()).rejects.toThrow('Full');
    await run();
    expect(begun).toBe(2);
  });

  test('runs again as long as it asks for it', async () => {
    const { run, settle, begun } = started();
    const once = run();
    await settle(true);
    expect(begun()).toBe(2);
    await settle();
    await once;
    expect(begun()).toBe(2);
  });
});
