import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Client, ServiceError } from '../../../server/contract/client.ts';
import { openReview, viewOf } from '../../../server/contract/examples.ts';
import { emptyFields } from '../../../server/contract/mark-fields.ts';
import { createKept, type Own, ownOf, spaceOf } from '../../../server/web/guest/kept.ts';
import { moveToNewer } from '../../../server/web/guest/newer-pass.ts';
import { createDrafts, draftsOf } from '../../../server/web/marking/drafts.ts';
import { createUiState } from '../../../server/web/review/ui-state.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const place = { kind: 'point', x: 0.5, y: 0.25 } as const;
const there = spaceOf('newer');

/** A guest's device with one suggestion of each state, and a newer pass that answers with each of `answers`. */
function started(answers: (readonly unknown[] | 'unreachable')[]) {
  const device = browserStorage();
  const memory = createMemory(() => device);
  const kept = createKept(memory, 'here');
  const own = (secret: string, more: Partial<Own>) =>
    kept.put({ ...kept.make(secret, { screenshotIndex: 0, place, body: secret, author: null }), ...more });
  own('sent', { id: 1, unsent: false });
  own('changed', { id: 2, unsent: true });
  own('new', { id: null, unsent: true });
  own('deleted', { id: 3, withdrawn: true });
  const drafts = createDrafts(memory, 'here');
  const draft = { markId: null, screenshotIndex: 0, place, ...emptyFields };
  const client: Client = {
    async call() {
      const screenshots = answers.shift() ?? 'unreachable';
      if (screenshots === 'unreachable') throw new ServiceError(0, {});
      return { screenshots } as never;
    },
  };
  const ui = createUiState(memory, 'here', 0);
  ui.composing.value = 'open';
  const moved: number[] = [];
  const move = () =>
    moveToNewer(
      { view: () => viewOf(openReview), memory, drafts, ui },
      kept,
      'https://sightline.example/g/newer',
      (waiting) => moved.push(waiting),
      () => client,
    );
  const keysIn = (prefix: string) => memory.keys(prefix).map((key) => key.slice(prefix.length));
  return { memory, kept, drafts, draft, moved, move, keysIn };
}

test('suggestions move to the newer pass; what the service lacks of them moves as drafts', async () => {
  const { memory, kept, moved, move, keysIn } = started([openReview.screenshots]);
  const newer = move();
  await vi.advanceTimersByTimeAsync(0);
  expect(keysIn(ownOf(there))).toEqual(['changed', 'sent']);
  expect(keysIn(draftsOf(there))).toEqual(['edit-changed', 'new']);
  const bodyOf = (key: string) => JSON.parse(memory.get(draftsOf(there) + key) ?? '{}').body;
  expect(['edit-changed', 'new'].map(bodyOf)).toEqual(['changed', 'new']);
  expect(kept.all.value.map(({ secret, unsent }) => [secret, unsent])).toEqual([
    ['sent', false],
    ['changed', false],
    ['deleted', true],
  ]);
  expect(moved.at(-1)).toBe(2);
  newer.stop();
});

test('text that continues a suggestion moves as it is, and the open draft only when the page is left', async () => {
  const { memory, drafts, draft, moved, move, keysIn } = started([openReview.screenshots]);
  drafts.put({ ...draft, key: 'edit-changed', body: 'changed again' });
  drafts.put({ ...draft, key: 'open', body: 'Half writ' });
  const newer = move();
  await vi.advanceTimersByTimeAsync(0);
  expect(JSON.parse(memory.get(`${draftsOf(there)}edit-changed`) ?? '{}').body).toBe('changed again');
  expect(drafts.all.value.map(({ key }) => key)).toEqual(['open']);
  newer.leave();
  expect(keysIn(draftsOf(there))).toEqual(['edit-changed', 'new', 'open']);
  expect(moved.at(-1)).toBe(3);
  newer.stop();
});

test('nothing moves before the newer pass has screenshots; the page looks again until then', async () => {
  const { moved, move, keysIn } = started([[], 'unreachable', openReview.screenshots]);
  const newer = move();
  await vi.advanceTimersByTimeAsync(9_999);
  expect([moved, keysIn(draftsOf(there))]).toEqual([[], []]);
  await vi.advanceTimersByTimeAsync(1);
  expect(moved.at(-1)).toBe(2);
  newer.stop();
});
