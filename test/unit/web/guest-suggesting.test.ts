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

/**
 * Withdraws or moves suggestion A while the service answers with this status. Returns what the page says of it, and
 * whether it offers to undo it while suggestions are taken, and afterwards.
 */
async function perform(status: number, act: 'withdraw' | 'move') {
  const device = browserStorage();
  const memory = createMemory(() => device);
  const client: Client = { call: () => Promise.reject(new ServiceError(status, { message: 'Not allowed.' })) };
  const kept = createKept(memory, 'here');
  const own = { ...kept.make('a', { screenshotIndex: 0, place, body: 'Larger', author: null }), id: 1, unsent: false };
  kept.put(own);
  const view = viewOf(openReview);
  const can = { ...view.can, suggest: true };
  let isOffered = () => false;
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
      view: () => ({ ...view, can }),
      announce: say,
      notify: (text) => say(`Toast: ${text}`),
      undoable(text, _undo, holds = () => true) {
        lines.push(text);
        isOffered = holds;
      },
    },
    { openDraft: () => {} },
    kept,
    createSending(client, kept, () => {}),
  );
  if (act === 'withdraw') suggesting.withdraw(own);
  else suggesting.move(own, { ...place, x: 0.1 });
  await answered.promise;
  const offered = [isOffered()];
  can.suggest = false;
  offered.push(isOffered());
  return { lines, offered };
}

const said = async (status: number, act: 'withdraw' | 'move') => (await perform(status, act)).lines;

test('an undo is offered only while suggestions are taken', async () => {
  expect((await perform(503, 'withdraw')).offered).toEqual([true, false]);
});

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
