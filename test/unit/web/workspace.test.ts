import { describe, expect, test } from 'vitest';
import { type Client, ServiceError } from '../../../server/contract/client.ts';
import { openReview, summaryOf } from '../../../server/contract/examples.ts';
import { createChecklist } from '../../../server/web/workspace/checklist-store.ts';
import { createWorkspaceStore, joinPages, sentenceOf } from '../../../server/web/workspace/store.ts';
import { workspace } from '../../../server/web/workspace/strings.ts';

test('a filter reads the list again only when it changes', () => {
  const read: unknown[] = [];
  const client: Client = {
    call(name, input) {
      read.push(name === 'list_reviews' ? input : name);
      return new Promise(() => {});
    },
  };
  const store = createWorkspaceStore(client, () => {});
  store.narrow({ search: '', state: 'all' });
  expect(read).toEqual([]);
  store.narrow({ search: 'shop#3' });
  store.narrow({ state: 'open' });
  store.narrow({ state: 'paused' });
  const found = { passes: 'newest', search: 'shop#3' };
  expect(read.filter((each) => typeof each === 'object')).toEqual([
    found,
    { ...found, status: 'open' },
    { ...found, webhook: 'paused' },
  ]);
});

test('a pass that moves up with its chain leaves the older pages', () => {
  const pass = (id: string, parent_id: string | null) => ({ ...summaryOf(openReview), id, parent_id });
  const joined = joinPages([pass('9', '4'), pass('8', null)], [pass('5', '4'), pass('4', null), pass('3', null)]);
  expect(joined.map(({ id }) => id)).toEqual(['9', '8', '3']);
});

test('More shows the next page, also when the list is polled before it arrives', async () => {
  const page = (id: string, next_cursor: string | null) => ({ reviews: [{ id }], next_cursor });
  let poll = async () => {};
  const client: Client = {
    async call(name, input) {
      if (name !== 'list_reviews') return {} as never;
      if (!('cursor' in input)) return page('2', 'older') as never;
      const polled = poll;
      poll = async () => {};
      await polled();
      return page('1', null) as never;
    },
  };
  const store = createWorkspaceStore(client, () => {});
  await store.refresh();
  poll = store.refresh;
  await store.more();
  expect(store.reviews.value?.map(({ id }) => id)).toEqual(['2', '1']);
  expect(store.cursor.value).toBeNull();
});

test.each([
  [new Error('No.'), 'Something went wrong on the service’s side. Try again in a minute.'],
  [new ServiceError(0, {}), 'The service cannot be reached. Nothing was changed: try again once it answers.'],
  [new ServiceError(404, { message: 'No.' }), 'This review no longer exists.'],
  [new ServiceError(429, { retry_after: 1 }), 'Too many at once. Try again in 1 second.'],
  [new ServiceError(429, {}), 'Too many at once. Try again in 60 seconds.'],
  [new ServiceError(422, { message: 'It is decided already.' }), 'It is decided already.'],
  [new ServiceError(503, { message: 'No.' }), 'Something went wrong on the service’s side. Try again in a minute.'],
])('a change that failed says why: %#', (cause, sentence) => {
  expect(sentenceOf(cause)).toBe(sentence);
});

describe('the workspace’s page', () => {
  const deliveries: unknown[] = [];
  /** A service with one review; `fails` makes its calls fail. */
  const started = () => {
    const service: { calls: string[]; fails: (name: string) => Error | null } = { calls: [], fails: () => null };
    const client: Client = {
      async call(name) {
        service.calls.push(name);
        const failure = service.fails(name);
        if (failure !== null) throw failure;
        if (name === 'list_reviews') return { reviews: [{ id: '1' }], next_cursor: null } as never;
        return (name === 'list_deliveries' ? { deliveries } : { id: '1' }) as never;
      },
    };
    let ended = 0;
    const store = createWorkspaceStore(client, () => {
      ended += 1;
    });
    return { ...store, service, ended: () => ended };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test('reads a review when it is chosen, once', async () => {
    const { choose, detail, chosen, service } = started();
    choose('1');
    expect([chosen.value, detail.value]).toEqual(['1', null]);
    await settled();
    expect(detail.value).toEqual({ review: { id: '1' }, deliveries });
    const calls = service.calls.length;
    choose('1');
    expect([service.calls.length, detail.value === null]).toEqual([calls, false]);
    choose(null);
    expect([service.calls.length, detail.value]).toEqual([calls, null]);
  });

  test('opens nothing again that was closed before its answer arrived', async () => {
    const { choose, expand, detail, passes } = started();
    choose('1');
    expand('1');
    expand(null);
    choose(null);
    await settled();
    expect([detail.value, passes.value]).toEqual([null, null]);
    expand('1');
    await settled();
    expect(passes.value).toEqual([{ id: '1' }]);
  });

  test('says that a review is missing, and what fails otherwise', async () => {
    const { choose, detail, refresh, trouble, service, ended } = started();
    service.fails = (name) => (name === 'get_review' ? new ServiceError(404, {}) : null);
    choose('1');
    await settled();
    expect([detail.value, trouble.value]).toEqual(['missing', null]);
    for (const [cause, kind] of [
      [new ServiceError(0, {}), 'offline'],
      [new ServiceError(500, {}), 'broken'],
      [new Error('No.'), 'broken'],
    ] as const) {
      service.fails = () => cause;
      await refresh();
      expect(trouble.value).toBe(kind);
    }
    service.fails = () => null;
    await refresh();
    expect([trouble.value, ended()]).toEqual([null, 0]);
    service.fails = () => new ServiceError(401, {});
    await refresh();
    expect([trouble.value, ended()]).toEqual([null, 1]);
  });

  test('keeps what has not changed, so that nothing is drawn again', async () => {
    const { refresh, reviews } = started();
    await refresh();
    const before = reviews.value;
    await refresh();
    expect(reviews.value).toBe(before);
  });

  test('reads everything again after a change, also one that failed, unless the token has ended', async () => {
    const { change, service, ended } = started();
    expect(await change(async () => {})).toBeNull();
    expect(service.calls).toEqual(['list_reviews', 'get_billing']);
    const failed = (status: number) => change(() => Promise.reject(new ServiceError(status, { message: 'No.' })));
    expect(await failed(422)).toBe('No.');
    expect([service.calls.length, ended()]).toEqual([4, 0]);
    expect(await failed(401)).toBe('No.');
    expect([service.calls.length, ended()]).toEqual([4, 1]);
  });
});

describe('a switch of the checklist', () => {
  /** A service that stores which rules are off; `answer` may delay or refuse each change. */
  const started = async (answer: () => Promise<void>) => {
    let off: readonly string[] = [];
    const client: Client = {
      async call(name, input) {
        if (name === 'update_checklist') {
          await answer();
          off = 'off' in input && Array.isArray(input.off) ? input.off : [];
        }
        const rules = ['blank', 'tiny'].map((id) => ({ id, on: !off.includes(id) }));
        return { rules, model: null } as never;
      },
    };
    const checklist = createChecklist(client);
    await checklist.refresh();
    const on = () => checklist.list.value?.rules.filter((rule) => rule.on).map(({ id }) => id);
    return { ...checklist, on };
  };
  const refuse = () => Promise.reject(new ServiceError(0, {}));

  test('shows at once, and stays when it is saved', async () => {
    const { turn, on } = await started(async () => {});
    const saved = turn('tiny', false);
    expect(on()).toEqual(['blank']);
    expect(await saved).toBeNull();
    expect(on()).toEqual(['blank']);
  });

  test('returns with the reason when it cannot be saved', async () => {
    const { turn, on } = await started(refuse);
    const saved = turn('tiny', false);
    expect(on()).toEqual(['blank']);
    expect(await saved).toBe(workspace.failure.offline);
    expect(on()).toEqual(['blank', 'tiny']);
  });

  test('that was pressed again shows the later state while the earlier is saved', async () => {
    const { turn, on } = await started(async () => {});
    const saved = [turn('tiny', false), turn('tiny', true)];
    await saved[0];
    expect(on()).toEqual(['blank', 'tiny']);
    await saved[1];
    expect(on()).toEqual(['blank', 'tiny']);
  });

  test('that was pressed back and forth never shows a state in between', async () => {
    const { turn, on } = await started(async () => {});
    const saved = [turn('tiny', false), turn('tiny', true), turn('tiny', false)];
    for (const one of saved) {
      await one;
      expect(on()).toEqual(['blank']);
    }
  });
});
