import { type Signal, signal } from '@preact/signals';
import { placeOf } from '../mark/geometry.ts';
import { type Failure, failureOf } from '../review/store.ts';
import type { Client } from '../review/types.ts';
import { guest } from '../strings/guest.ts';
import type { Kept } from './kept.ts';
import type { GuestView, Own, Suggestion, Words } from './types.ts';

export type Sent = { ok: true } | { ok: false; failure: Failure };

export interface GuestStore {
  /** The service's last word; null until the first answer. */
  view: Signal<GuestView | null>;
  /** Why the last exchange failed; null while all is well. */
  trouble: Signal<Failure | null>;
  /**
   * Sends what waits, then reads the view and what became of this device's suggestions. Asked for in the middle of
   * that, it does all of it once more.
   */
  refresh(): Promise<void>;
  /** Sends one of this device's suggestions as it is wanted now. */
  send(secret: string): Promise<Sent>;
}

/** Whether trying again later may help; otherwise a person has to look. */
export const passes = (failure: Failure): boolean =>
  failure.kind === 'offline' || failure.kind === 'busy' || failure.kind === 'broken';

const waits = (own: Own): boolean => own.unsent || own.takenBack;

/** Longer than this, in ms, nobody waits for an answer: what was sent is kept and sent again. */
const patience = 30_000;
const limit = () => ({ signal: AbortSignal.timeout(patience) });

export const saidOf = (failure: Failure): string => ('message' in failure ? failure.message : guest.failure.gone);

const wordsOf = (suggestion: Suggestion): Words | null => {
  const place = placeOf(suggestion);
  return place === null
    ? null
    : { screenshotIndex: suggestion.screenshot_index, place, body: suggestion.body, author: suggestion.author };
};

const says = (suggestion: Suggestion, { screenshotIndex, place, body }: Words): boolean =>
  suggestion.screenshot_index === screenshotIndex &&
  suggestion.body === body.trim() &&
  JSON.stringify(placeOf(suggestion)) === JSON.stringify(placeOf({ width: null, height: null, ...place }));

/** An entry as the service has it. Words that wait to be sent stay as the guest wants them. */
function agreed(own: Own, suggestion: Suggestion): Own {
  const { id, status, mark_id: markId } = suggestion;
  return { ...own, id, status, markId, words: own.unsent ? own.words : (wordsOf(suggestion) ?? own.words) };
}

/** `first` is what came with the page. */
export function createGuestStore(client: Client, kept: Kept, first: GuestView | null = null): GuestStore {
  const view = signal<GuestView | null>(first);
  const trouble = signal<Failure | null>(null);
  let shown = JSON.stringify(first);
  let writes = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let exchanging: Promise<void> | null = null;
  let again = false;

  const show = (next: GuestView) => {
    trouble.value = null;
    const text = JSON.stringify(next);
    if (text === shown) return;
    shown = text;
    view.value = next;
  };

  const statesOf = async (secrets: readonly string[]) => {
    if (secrets.length === 0) return [];
    // The contract's most; older ones have long been settled.
    const asked = secrets.slice(-200);
    return (await client.call('read_own_suggestions', { client_suggestion_ids: [...asked] }, limit())).suggestions;
  };

  const takeBack = async (own: Own) => {
    // An answer may have been lost on its way: the service may know what this device thinks it does not.
    const id = own.id ?? (await statesOf([own.secret]))[0]?.suggestion.id ?? null;
    if (id !== null) {
      await client.call('withdraw_suggestion', { suggestion_id: id, client_suggestion_id: own.secret }, limit());
    }
    const now = kept.find(own.secret);
    // Undone in the meantime: it waits to be sent anew.
    if (now?.takenBack === true) kept.drop(own.secret);
    else if (now !== undefined) kept.put({ ...now, id: null, unsent: true });
  };

  const tell = async (own: Own) => {
    const { screenshotIndex, place, body, author } = own.words;
    const at = { screenshot_index: screenshotIndex, ...place, body, client_suggestion_id: own.secret };
    const named = author === null ? {} : { author };
    const { suggestion } =
      own.id === null
        ? await client.call('suggest', { ...at, ...named }, limit())
        : await client.call('edit_suggestion', { ...at, suggestion_id: own.id }, limit());
    const now = kept.find(own.secret);
    if (now === undefined) return;
    // Words typed while the answer was on its way are not what was sent.
    const same = JSON.stringify(now.words) === JSON.stringify(own.words);
    // A repeat after a lost answer gets what arrived first, which may not be what is wanted now.
    const first = own.id === null && !says(suggestion, own.words);
    kept.put(agreed({ ...now, unsent: !same || first, refused: null }, suggestion));
    if (first) await tell({ ...own, id: suggestion.id });
  };

  const sendNow = async (secret: string): Promise<Sent> => {
    const own = kept.find(secret);
    if (own === undefined || !waits(own)) return { ok: true };
    writes += 1;
    try {
      await (own.takenBack ? takeBack(own) : tell(own));
      return { ok: true };
    } catch (cause) {
      const failure = failureOf(cause);
      if (failure.kind === 'offline' || failure.kind === 'broken') trouble.value = failure;
      const now = kept.find(secret);
      // What the service will not have now it will not have in a minute: the guest is told instead.
      if (now !== undefined && !passes(failure)) {
        // It stays where it is when it cannot be taken back any more.
        if (now.takenBack) kept.put({ ...now, takenBack: false, unsent: false });
        else if (now.unsent) kept.put({ ...now, refused: saidOf(failure) });
      }
      return { ok: false, failure };
    } finally {
      writes += 1;
    }
  };

  const send = (secret: string): Promise<Sent> => {
    const sent = queue.then(() => sendNow(secret));
    queue = sent;
    return sent;
  };

  const readOwn = async () => {
    const secrets = kept.all.value.map(({ secret }) => secret);
    const before = writes;
    const states = await statesOf(secrets);
    // Something was sent meanwhile: what was read is of before.
    if (writes !== before) {
      again = true;
      return;
    }
    for (const secret of secrets.slice(-200)) {
      const own = kept.find(secret);
      const state = states.find((one) => one.client_suggestion_id === secret);
      if (own === undefined) continue;
      if (state !== undefined) {
        const next = agreed(own, state.suggestion);
        if (JSON.stringify(next) !== JSON.stringify(own)) kept.put(next);
      } else if (own.id !== null && !own.unsent) kept.drop(secret);
    }
  };

  const sendWaiting = async () => {
    for (const { secret } of kept.all.value) {
      const own = kept.find(secret);
      if (own === undefined || !waits(own) || own.refused !== null) continue;
      const sent = await send(secret);
      if (!sent.ok && passes(sent.failure)) break;
    }
  };

  const exchange = async () => {
    do {
      again = false;
      await sendWaiting();
      try {
        show(await client.call('read_guest_review', {}, limit()));
        await readOwn();
      } catch (cause) {
        trouble.value = failureOf(cause);
      }
    } while (again);
    exchanging = null;
  };

  return {
    view,
    trouble,
    send,
    refresh() {
      if (exchanging !== null) again = true;
      else exchanging = exchange();
      return exchanging;
    },
  };
}
