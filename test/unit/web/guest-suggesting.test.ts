import { expect, test } from 'vitest';
import { type Client, ServiceError } from '../../../server/contract/client.ts';
import { openReview, viewOf } from '../../../server/contract/examples.ts';
import { createKept } from '../../../server/web/guest/kept.ts';
import { createSending } from '../../../server/web/guest/sending.ts';
import { guest as strings } from '../../../server/web/guest/strings.ts';
import { createSuggesting } from '../../../server/web/guest/suggesting.ts';
import { createDrafts } from '../../../server/web/marking/drafts.ts';
import { createUiState } from '../../../server/web/review/ui-state.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import { createStore } from '../../../server/web/sync/store.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

const place = { kind: 'point', x: 0.5, y: 0.25 } as const;

/** Withdraws or moves suggestion A while the service answers with this status. Returns what the page says of it. */
async function said(status: number, act: 'withdraw' | 'move'): Promise<string[]> {
  const device = browserStorage();
  const memory = createMemory(() => device);
  const client: Client = { call: () => Promise.reject(new ServiceError(status, { message: 'Not allowed.' })) };
  const kept = createKept(memory, 'here');
  const own = { ...kept.make('a', { screenshotIndex: 0, place, body: 'Larger', author: null }), id: 1, unsent: false };
  kept.put(own);
  const view = viewOf(openReview);
  const lines: string[] = [];
  const answered = Promise.withResolvers<void>();
  const say = (text: string) => {
    lines.push(text);
    answered.resolve();
  };
  const suggesting = createSuggesting(
    {
      store: createStore(client, view),
      ui: createUiState(memory, 'here', 0),
      drafts: createDrafts(memory, 'here'),
      memory,
      view: () => view,
      announce: say,
      notify: (text) => say(`Toast: ${text}`),
      undoable: (text) => void lines.push(text),
    },
    { openDraft: () => {} },
    kept,
    createSending(client, kept, () => {}),
  );
  if (act === 'withdraw') suggesting.withdraw(own);
  else suggesting.move(own, { ...place, x: 0.1 });
  await answered.promise;
  return lines;
}

test.each([
  ['withdraw', strings.own.withdrawn('A')],
  ['move', strings.own.moved('A')],
] as const)(
  'what cannot be sent is said to be kept, what is refused is shown with the reason: %s',
  async (act, done) => {
    expect(await said(0, act)).toEqual([done, strings.own.keptHere('A')]);
    expect(await said(503, act)).toEqual([done, strings.own.keptHere('A')]);
    expect(await said(409, act)).toEqual([done, 'Toast: Not allowed.']);
  },
);
