import { describe, expect, test } from 'vitest';
import { type Client, ServiceError } from '../../../server/contract/client.ts';
import { createChecklist } from '../../../server/web/workspace/checklist-store.ts';
import { createWorkspaceStore } from '../../../server/web/workspace/store.ts';
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
  store.filter('');
  expect(read).toEqual([]);
  store.filter('shop#3');
  expect(read).toEqual([{ reference: 'shop#3' }, 'get_billing']);
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
