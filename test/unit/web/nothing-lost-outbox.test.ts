import { beforeEach, describe, expect, test } from 'vitest';
import { type Client, ServiceError } from '../../../server/contract/client.ts';
import { mark, openReview, viewOf } from '../../../server/contract/examples.ts';
import { emptyFields, fieldsOf } from '../../../server/contract/mark-fields.ts';
import { carryPlace } from '../../../server/web/marking/carry-place.ts';
import { createDrafts } from '../../../server/web/marking/drafts.ts';
import { writeOnce } from '../../../server/web/marking/place-once.ts';
import { bringAlong } from '../../../server/web/review/passes.ts';
import { createUiState } from '../../../server/web/review/ui-state.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import { createTab, type Tab } from '../../../server/web/shared/tab.ts';
import type { PageView } from '../../../server/web/shared/types.ts';
import type { Failure } from '../../../server/web/sync/exchange.ts';
import { createOutbox, type Outbox, outboxOf } from '../../../server/web/sync/outbox.ts';
import { type Entry, withPending } from '../../../server/web/sync/outbox-entry.ts';
import { createOutboxEvents } from '../../../server/web/sync/outbox-events.ts';
import { createStore } from '../../../server/web/sync/store.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

const view: PageView = viewOf({ ...openReview, marks: [{ ...mark, id: 1, status: 'resolved' }] });
const place = (body: string) => ({
  screenshot_index: 0,
  kind: 'point' as const,
  x: 0.5,
  y: 0.5,
  body,
  must_fix: false,
  client_mark_id: `client-${body}`,
});

/** Where the service stores what `place` places. */
const there = { kind: 'point' as const, x: 0.5, y: 0.5, width: null, height: null, screenshot_index: 0 };

let storage: Storage;
let sent: string[];
let placed: PageView['review']['marks'];
/** The status of the service’s answers; 200 accepts the change. */
let answers: (name: string) => number;
let clock: number;
const events: string[] = [];

const client: Client = {
  async call(name, input) {
    const status = answers(name);
    const body = 'body' in input ? String(input.body) : '';
    if (status !== 200) throw new ServiceError(status, { message: `answered ${status}`, retry_after: 30 });
    if (name !== 'read_review') sent.push(`${name} ${body}`.trim());
    if (name === 'place_mark') placed.push({ ...mark, ...there, id: 2 + placed.length, body, must_fix: false });
    // The stand-in always answers with a reviewer’s view, because these tests call nothing else.
    return { ...view, review: { ...view.review, marks: [...view.review.marks, ...placed] } } as never;
  },
};

/** Opens the outbox as a page of a tab does; `say` receives what was refused. */
function open(
  tab: Tab = createTab(undefined, 'tab'),
  service = client,
  say = ({ name }: Entry, { kind }: Failure) => `refused ${name} ${kind}`,
): Outbox {
  return createOutbox({
    store: createStore(service, view),
    memory: createMemory(() => storage),
    reviewId: 'R1',
    tab,
    events: {
      sent: (entry) => events.push(`sent ${entry.name}`),
      refused: (entry, failure) => events.push(say(entry, failure)),
      isOpen: () => false,
    },
    now: () => clock,
  });
}

beforeEach(() => {
  storage = browserStorage();
  sent = [];
  placed = [];
  events.length = 0;
  answers = () => 200;
  clock = 1_000;
});

describe('the outbox', () => {
  test('stores nothing when the service accepts the change at once', async () => {
    const outbox = open();
    expect(await outbox.write('place_mark', place('one'))).toMatchObject({ ok: true });
    expect(outbox.entries.value).toEqual([]);
    expect(storage.length).toBe(0);
  });

  test('keeps unsent changes in order over a reload, and sends each once', async () => {
    answers = () => 0;
    const before = open(createTab(undefined, 'one'));
    for (const body of ['one', 'two', 'three']) {
      expect(await before.write('place_mark', place(body))).toMatchObject({ ok: true, kept: { seconds: null } });
    }
    expect(await before.write('verify_mark', { mark_id: 1 })).toMatchObject({ ok: true, kept: {} });
    before.stop();
    answers = () => 200;
    const after = open(createTab(undefined, 'two'));
    expect(after.entries.value).toHaveLength(4);
    await Promise.all([after.flush(), after.flush()]);
    expect(sent).toEqual(['place_mark one', 'place_mark two', 'place_mark three', 'verify_mark']);
    expect(storage.length).toBe(0);
    await after.flush();
    expect(sent).toHaveLength(4);
    after.stop();
  });

  test('sends each change once although two tabs share it', async () => {
    answers = () => 0;
    const tab = createTab(undefined, 'shared');
    const one = open(tab);
    await one.write('place_mark', place('one'));
    const two = open(tab);
    answers = () => 200;
    await Promise.all([one.flush(), two.flush()]);
    expect(sent).toEqual(['place_mark one']);
    one.stop();
    two.stop();
  });

  test('sends changes in the order in which they were made', async () => {
    answers = () => 500;
    const outbox = open();
    await outbox.write('withdraw_mark', { mark_id: 1 });
    answers = () => 200;
    expect(await outbox.write('restore_mark', { mark_id: 1 })).toMatchObject({ ok: true });
    expect(sent).toEqual(['withdraw_mark', 'restore_mark']);
    expect(outbox.entries.value).toEqual([]);
    outbox.stop();
  });

  test('waits as long as the service says, and no longer', async () => {
    answers = () => 429;
    const outbox = open();
    expect(await outbox.write('place_mark', place('one'))).toMatchObject({ ok: true, kept: { seconds: 30 } });
    answers = () => 200;
    clock += 29_000;
    await outbox.flush();
    expect(sent).toEqual([]);
    clock += 1_000;
    await outbox.flush();
    expect(sent).toEqual(['place_mark one']);
    outbox.stop();
  });

  test('reports a change that was refused later, and continues with the rest', async () => {
    answers = () => 0;
    const outbox = open();
    await outbox.write('place_mark', place('one'));
    await outbox.write('verify_mark', { mark_id: 1 });
    answers = (name) => (name === 'place_mark' ? 409 : 200);
    await outbox.flush();
    expect(events).toEqual(['refused place_mark conflict', 'sent verify_mark']);
    expect(outbox.entries.value).toEqual([]);
    outbox.stop();
  });

  test.each([
    [409, mark.body, 'sent edit_mark'],
    [409, 'Somebody else’s', 'refused edit_mark conflict'],
    [400, mark.body, 'refused edit_mark refused'],
  ])(
    'takes only a conflict about what is already so for an answer that was lost: %i, “%s”',
    async (status, body, event) => {
      answers = () => 0;
      const outbox = open();
      await outbox.write('edit_mark', { mark_id: 1, body });
      answers = (name) => (name === 'edit_mark' ? status : 200);
      await outbox.flush();
      expect(events).toEqual([event]);
      expect(outbox.entries.value).toEqual([]);
      outbox.stop();
    },
  );

  test('answers a person who waits for a change that had already arrived, and reports it once', async () => {
    answers = () => 0;
    const outbox = open();
    await outbox.write('place_mark', place('one'));
    answers = (name) => (name === 'edit_mark' ? 409 : 200);
    expect(await outbox.write('edit_mark', { mark_id: 1, body: mark.body })).toMatchObject({ ok: true });
    expect(events).toEqual(['sent place_mark']);
    outbox.stop();
  });

  test('bases queued changes of a mark on each other, but not on what somebody else has changed', async () => {
    const marks = [1, 2].map((id) => ({ ...mark, id, updated_at: 'then' }));
    let online = false;
    const service: Client = {
      async call(name, input) {
        if (!online) throw new ServiceError(0, {});
        const found = marks.find(({ id }) => 'mark_id' in input && id === input.mark_id);
        if (name === 'edit_mark' && found !== undefined && 'after_update' in input) {
          if (input.after_update !== found.updated_at) throw new ServiceError(409, {});
          sent.push(`${found.id}: ${'body' in input ? input.body : ''}`);
          Object.assign(found, { body: 'body' in input ? input.body : '', updated_at: `after ${sent.length}` });
        }
        return viewOf({ ...openReview, marks: structuredClone(marks) }) as never;
      },
    };
    const outbox = open(undefined, service, ({ input }, { kind }) => `${kind}: ${JSON.stringify(input)}`);
    const edit = (mark_id: number, body: string) => outbox.write('edit_mark', { mark_id, body, after_update: 'then' });
    await edit(1, 'one');
    await edit(1, 'one more');
    await edit(2, 'two');
    Object.assign(marks[1] ?? {}, { body: 'Somebody else’s', updated_at: 'since' });
    online = true;
    await outbox.flush();
    expect(sent).toEqual(['1: one', '1: one more']);
    expect(events.filter((event) => !event.startsWith('sent'))).toEqual([
      'conflict: {"mark_id":2,"body":"two","after_update":"then"}',
    ]);
    outbox.stop();
  });

  test.each([502, 503, 504])('keeps a change however often a proxy answers %i for the service', async (status) => {
    answers = () => status;
    const outbox = open();
    await outbox.write('verify_mark', { mark_id: 1 });
    for (let tries = 0; tries < 20; tries += 1) await outbox.flush();
    expect(events).toEqual([]);
    answers = () => 200;
    await outbox.flush();
    expect(events).toEqual(['sent verify_mark']);
    outbox.stop();
  });

  test('stops retrying a change on which the service fails again and again, and reports it', async () => {
    answers = (name) => (name === 'read_review' ? 200 : 500);
    const outbox = open();
    await outbox.write('place_mark', place('one'));
    for (let tries = 0; tries < 20; tries += 1) await outbox.flush();
    expect(events).toEqual(['refused place_mark broken']);
    outbox.stop();
  });

  test('never stores a decision', async () => {
    answers = () => 0;
    const outbox = open();
    const decision = { outcome: 'approved', after_decision: 0 } as const;
    expect(await outbox.write('decide', decision)).toEqual({ ok: false, failure: { kind: 'offline' } });
    expect(outbox.entries.value).toEqual([]);
    expect(storage.length).toBe(0);
  });

  test('shows waiting changes as done, and can withdraw them', async () => {
    answers = () => 0;
    const outbox = open();
    await outbox.write('place_mark', place('one'), 'draft');
    await outbox.write('verify_mark', { mark_id: 1 });
    expect(withPending(view, outbox.entries.value).review.marks[0]?.status).toBe('verified');
    await outbox.write('restore_mark', { mark_id: 1 });
    expect(withPending(view, outbox.entries.value).review.marks[0]?.status).toBe('resolved');
    outbox.unsend('draft');
    expect(outbox.entries.value.map(({ name }) => name)).toEqual(['verify_mark', 'restore_mark']);
    outbox.stop();
  });
});

describe('a mark whose answer was lost', () => {
  test('ends with the latest text, sent again automatically or by the person', async () => {
    // The service recognises the mark by its client id and does not change it.
    const marks: PageView['review']['marks'] = [];
    let answered = false;
    const service: Client = {
      async call(name, input) {
        if (name === 'place_mark' && 'body' in input && marks.length === 0) {
          marks.push({ ...mark, ...there, id: 1, body: String(input.body), must_fix: false });
        }
        if (name === 'edit_mark' && 'body' in input && marks[0] !== undefined) marks[0].body = String(input.body);
        if (!answered) throw new ServiceError(0, {});
        return viewOf({ ...openReview, marks: structuredClone(marks) }) as never;
      },
    };
    const outbox = open(undefined, service);
    await outbox.write('place_mark', place('Heard'), 'draft');
    expect(marks.map(({ body }) => body)).toEqual(['Heard']);
    outbox.unsend('draft');
    const better = { ...place('Heard'), body: 'Said better' };
    expect(await outbox.write('place_mark', better, 'draft')).toMatchObject({ ok: true, kept: {} });
    answered = true;
    await outbox.flush();
    expect(marks.map(({ body }) => body)).toEqual(['Said better']);
    expect(outbox.entries.value).toEqual([]);
    outbox.stop();
  });
});

describe('a new mark that the service already has', () => {
  test.each([
    ['with the text that was sent again', 'Heard', 'Heard', 0.5, ['place_mark']],
    ['with an older text', 'Said better', 'Heard', 0.5, ['place_mark', 'edit_mark']],
    ['elsewhere, with the text that was sent again', 'Heard', 'Heard', 0.9, ['place_mark']],
    ['elsewhere, with another text', 'Said better', 'Heard', 0.9, ['place_mark', 'place_mark']],
  ])('%s', async (_, wanted, body, x, calls) => {
    const inputs: object[] = [];
    const service: Client = {
      async call(name, input) {
        sent.push(name);
        inputs.push(input);
        return viewOf({ ...openReview, marks: [{ ...mark, ...there, x, id: 1, must_fix: false, body }] }) as never;
      },
    };
    await writeOnce(createStore(service, view), 'place_mark', place(wanted));
    expect(sent).toEqual(calls);
    expect(inputs.at(-1)).toMatchObject({ body: wanted });
    const ids = inputs.flatMap((input) => ('client_mark_id' in input ? [input.client_mark_id] : []));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('opening a newer pass', () => {
  const shots = [
    { ...openReview.screenshots[0], index: 0, label: 'Desktop', width: 1000, height: 2000, viewport: null },
    { ...openReview.screenshots[0], index: 1, label: 'Mobile', width: 400, height: 1200, viewport: null },
  ] as PageView['review']['screenshots'];
  const passes = ['R1', 'R2'].map((id, at) => ({
    id,
    pass: at + 1,
    status: 'open' as const,
    revision: null,
    created_at: openReview.created_at,
    decided_at: null,
    review_url: openReview.review_url,
  }));
  const draft = (key: string, body: string, label: string) =>
    JSON.stringify({
      key,
      markId: null,
      screenshotIndex: 0,
      place: { kind: 'point', x: 0.5, y: 0.5 },
      body,
      must_fix: true,
      shot: { label, width: 400, height: 800, scale: null },
    });
  const go = async () => {
    const memory = createMemory(() => storage);
    const done = Promise.withResolvers<void>();
    const parts = { memory, tab: createTab(undefined, 'T'), passes, review: { id: 'R2', screenshots: shots } };
    bringAlong(parts, done.resolve);
    await done.promise;
    return (key: string) => JSON.parse(memory.get(key) ?? 'null');
  };

  test('moves each draft once with its key, to the same distance on the screenshot with its label', async () => {
    storage.setItem('sightline:R1:draft:a', draft('a', 'Kept', 'Mobile'));
    const read = await go();
    expect(read('R1:draft:a')).toBeNull();
    expect(read('R2:draft:a')).toMatchObject({
      key: 'a',
      body: 'Kept',
      must_fix: true,
      screenshotIndex: 1,
      // 400 px down a screenshot of 800 px equal 400 px down one of 1200 px.
      place: { kind: 'point', x: 0.5, y: 0.33333 },
      from: { pass: 1, label: 'Mobile', found: true },
    });
  });

  test('moves replies, reasons and a note that were not sent, except where others have been begun', async () => {
    storage.setItem('sightline:R1:draft:a', draft('a', 'Kept', 'Mobile'));
    storage.setItem('sightline:R1:reply:1', 'The lower one');
    storage.setItem('sightline:R1:reason:2', 'Still too pale');
    storage.setItem('sightline:R1:note', 'The header is right now');
    storage.setItem('sightline:R1:reply:3', 'Older');
    storage.setItem('sightline:R2:reply:3', 'Newer');
    await go();
    const texts = ['R1:reply:1', 'R2:reply:1', 'R2:reason:2', 'R2:note', 'R1:reply:3', 'R2:reply:3'];
    expect(texts.map((key) => storage.getItem(`sightline:${key}`))).toEqual([
      null,
      'The lower one',
      'Still too pale',
      'The header is right now',
      'Older',
      'Newer',
    ]);
  });

  test('does not overwrite text that is already there', async () => {
    storage.setItem('sightline:R1:draft:a', draft('a', 'Older words', 'Mobile'));
    storage.setItem('sightline:R2:draft:a', draft('a', 'Newer words', 'Mobile'));
    const read = await go();
    const bodies = createMemory(() => storage)
      .keys('')
      .map((key) => read(key).body);
    expect(bodies.sort()).toEqual(['Newer words', 'Older words']);
  });

  test('moves waiting changes together with their draft', async () => {
    storage.setItem('sightline:R1:draft:a', draft('a', 'Kept', 'Mobile'));
    const entry = { key: '1', name: 'place_mark', input: place('Kept'), draft: 'a' };
    storage.setItem(`sightline:${outboxOf('R1')}1`, JSON.stringify(entry));
    const read = await go();
    expect(read(`${outboxOf('R2')}1`)).toMatchObject({ name: 'place_mark', input: { screenshot_index: 1, x: 0.5 } });
    expect(read(`${outboxOf('R1')}1`)).toBeNull();
  });

  test('keeps a box on the screenshot', () => {
    const box = { kind: 'box', x: 0.1, y: 0.8, width: 0.5, height: 0.2 } as const;
    const tall = { label: 'a', width: 100, height: 1000, scale: null };
    const short = { label: 'a', width: 100, height: 500, scale: null };
    const carried = carryPlace(box, tall, short);
    expect(carried.kind === 'box' && carried.y + carried.height).toBeLessThanOrEqual(1);
  });
});

test('what was typed or moved after a new mark was queued stays, as a change of the mark that was sent', () => {
  const memory = createMemory(() => storage);
  const drafts = createDrafts(memory, 'R1');
  const ui = createUiState(memory, 'R1', 0);
  const handlers = createOutboxEvents({ memory, reviewId: 'R1', ui, drafts, notify: () => undefined, left: () => 0 });
  const { client_mark_id: key, screenshot_index: screenshotIndex, kind, x, y, ...fields } = place('one');
  const at = { key, markId: null, screenshotIndex, place: { kind, x, y } };
  const marks = [{ ...mark, ...there, id: 7, body: 'one' }];
  const after: PageView = { ...view, review: { ...view.review, marks } };
  const sendDraft = (body: string, nowX = x) => {
    drafts.put({ ...at, ...emptyFields, ...fieldsOf(fields), body, place: { kind, x: nowX, y } });
    handlers.sent({ key: '1', name: 'place_mark', input: place('one'), draft: key }, after);
    return drafts.find(key);
  };
  expect(sendDraft('one more')).toMatchObject({ markId: 7, body: 'one more' });
  expect(sendDraft('one', 0.6)).toMatchObject({ markId: 7, place: { x: 0.6 } });
  ui.composing.value = key;
  expect(sendDraft('one more')).toMatchObject({ markId: 7 });
  expect([handlers.isOpen(key), ui.composing.value]).toEqual([true, key]);
  // A dialog covers the composer, so that nothing changes in it: what waits there is sent, and it closes.
  ui.dialog.value = { kind: 'decide', outcome: 'approved' };
  expect(handlers.isOpen(key)).toBe(false);
  expect([sendDraft('one'), ui.composing.value]).toEqual([undefined, null]);
});
