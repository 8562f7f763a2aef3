import { beforeEach, describe, expect, test } from 'vitest';
import { emptyFields } from '../../../server/contract/mark-fields.ts';
import { createDrafts, type Drafts } from '../../../server/web/marking/drafts.ts';
import { createUiState } from '../../../server/web/review/ui-state.ts';
import { createMemory, type Memory } from '../../../server/web/shared/memory.ts';
import type { Input } from '../../../server/web/shared/types.ts';
import { strings } from '../../../server/web/strings.ts';
import type { Failure } from '../../../server/web/sync/exchange.ts';
import type { Entry, Kept } from '../../../server/web/sync/outbox-entry.ts';
import { createOutboxEvents } from '../../../server/web/sync/outbox-events.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

const words = strings.live.outbox;
const entry = <Name extends Kept>(name: Name, input: Input<Name>, draft: string | null = null): Entry => ({
  key: '1',
  name,
  input,
  draft,
});

describe('a queued change that the service refuses', () => {
  let memory: Memory;
  let drafts: Drafts;
  let toasts: string[];
  const refuse = (refused: Entry, failure: Failure = { kind: 'refused', message: 'The review is closed.' }) =>
    createOutboxEvents({
      memory,
      reviewId: 'R1',
      ui: createUiState(memory, 'R1', 0),
      drafts,
      notify: (text) => toasts.push(text),
      left: () => 0,
    }).refused(refused, failure);

  beforeEach(() => {
    const storage = browserStorage();
    memory = createMemory(() => storage);
    drafts = createDrafts(memory, 'R1');
    toasts = [];
  });

  test('leaves its text as a draft that says why', () => {
    const place = { kind: 'point', x: 0.5, y: 0.5 } as const;
    const draft = { key: 'a', markId: null, screenshotIndex: 0, place, ...emptyFields, body: 'Too pale' };
    drafts.put(draft);
    refuse(entry('edit_mark', { mark_id: 1, body: 'Too pale' }, 'a'));
    const problem = words.refusedDraft('The review is closed.');
    expect(drafts.find('a')).toEqual({ ...draft, problem });
    expect(toasts).toEqual([problem]);
  });

  test('says what was not accepted, and shows and keeps the reason why a mark is not fixed yet', () => {
    const what = words.act.reopen_mark(1);
    refuse(entry('reopen_mark', { mark_id: 1, reason: 'Still pale' }));
    expect(memory.get('R1:reason:1')).toBe('Still pale');
    memory.remove('R1:reason:1');
    refuse(entry('reopen_mark', { mark_id: 1 }));
    refuse(entry('verify_mark', { mark_id: 1 }));
    expect(memory.get('R1:reason:1')).toBeNull();
    expect(toasts).toEqual([
      `${words.refused(what, 'The review is closed.')} Your text: “Still pale”`,
      words.refused(what, 'The review is closed.'),
      words.refused(words.act.verify_mark(1), 'The review is closed.'),
    ]);
  });

  test.each([
    [{ kind: 'conflict', message: 'Bo was faster.' }, 'Bo was faster.'],
    [{ kind: 'refused', message: 'Too long.' }, 'Too long.'],
    [{ kind: 'missing' }, words.missing],
    [{ kind: 'broken' }, words.broken],
  ] as const)('says why: %j', (failure, why) => {
    refuse(entry('verify_mark', { mark_id: 1 }), failure);
    expect(toasts).toEqual([words.refused(words.act.verify_mark(1), why)]);
  });
});
