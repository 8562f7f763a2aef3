import type { GuestView } from '../../contract/guest.ts';
import { trimText } from '../../contract/trim-text.ts';
import { placeOf } from '../marking/geometry.ts';
import type { Client, Suggestion } from '../shared/types.ts';
import { type Failure, failureOf, withTimeout } from '../sync/exchange.ts';
import type { Kept, Own, Words } from './kept.ts';
import { guest } from './strings.ts';

export type Sent = { ok: true } | { ok: false; failure: Failure };

/** A reply as the guest wrote it. */
export interface Written {
  body: string;
  client_reply_id: string;
}

export interface Sending {
  send(secret: string): Promise<Sent>;
  /** Sends a reply below a suggestion. It is not queued. */
  reply(own: Own, reply: Written): Promise<Sent>;
  /** Sends what is queued, then reads the view and the state of this device's suggestions. */
  read(): Promise<GuestView>;
}

/** The contract's maximum; older suggestions have long been settled. */
const MAX_ASKED = 200;

/** Returns whether a retry may help. */
export const passes = (failure: Failure): boolean =>
  failure.kind === 'offline' || failure.kind === 'busy' || failure.kind === 'broken';

const waits = (own: Own): boolean => own.unsent || own.withdrawn;

export const messageOf = (failure: Failure): string => ('message' in failure ? failure.message : guest.missing);

const wordsOf = (suggestion: Suggestion): Words | null => {
  const place = placeOf(suggestion);
  return place === null
    ? null
    : { screenshotIndex: suggestion.screenshot_index, place, body: suggestion.body, author: suggestion.author };
};

const matches = (suggestion: Suggestion, { screenshotIndex, place, body }: Words): boolean =>
  suggestion.screenshot_index === screenshotIndex &&
  suggestion.body === trimText(body) &&
  JSON.stringify(placeOf(suggestion)) === JSON.stringify(placeOf({ width: null, height: null, ...place }));

/** Returns an entry with the service's state; unsent changes stay. */
function agreed(own: Own, suggestion: Suggestion): Own {
  const { id, status, mark_id: markId, replies } = suggestion;
  return { ...own, id, status, markId, replies, words: own.unsent ? own.words : (wordsOf(suggestion) ?? own.words) };
}

function createRequests(client: Client, kept: Kept) {
  const statesOf = async (secrets: readonly string[]) => {
    if (secrets.length === 0) return [];
    const asked = secrets.slice(-MAX_ASKED);
    return (await client.call('read_own_suggestions', { client_suggestion_ids: asked }, withTimeout())).suggestions;
  };

  const withdraw = async (own: Own) => {
    // A lost response: the service may have a suggestion that this device thinks it lacks.
    const id = own.id ?? (await statesOf([own.secret]))[0]?.suggestion.id ?? null;
    if (id !== null) {
      await client.call('withdraw_suggestion', { suggestion_id: id, client_suggestion_id: own.secret }, withTimeout());
    }
    const now = kept.find(own.secret);
    // Undone meanwhile: queue it again.
    if (now?.withdrawn === true) kept.drop(own.secret);
    else if (now !== undefined) kept.put({ ...now, id: null, unsent: true });
  };

  const submit = async (own: Own) => {
    const { screenshotIndex, place, body, author } = own.words;
    const at = { screenshot_index: screenshotIndex, ...place, body, client_suggestion_id: own.secret };
    const named = author === null ? {} : { author };
    const { suggestion } =
      own.id === null
        ? await client.call('suggest', { ...at, ...named }, withTimeout())
        : await client.call('edit_suggestion', { ...at, suggestion_id: own.id }, withTimeout());
    const now = kept.find(own.secret);
    if (now === undefined) return;
    // Text typed since then has not been sent.
    const same = JSON.stringify(now.words) === JSON.stringify(own.words);
    // A repeat after a lost response returns what arrived first, which may be out of date.
    const first = own.id === null && !matches(suggestion, own.words);
    kept.put(agreed({ ...now, unsent: !same || first, refused: null }, suggestion));
    if (first) await submit({ ...own, id: suggestion.id });
  };

  return { statesOf, withdraw, submit };
}

/** @param failed called when the service could not be reached */
export function createSending(client: Client, kept: Kept, failed: (failure: Failure) => void): Sending {
  const { statesOf, withdraw, submit } = createRequests(client, kept);
  let writes = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const sendNow = async (secret: string): Promise<Sent> => {
    const own = kept.find(secret);
    if (own === undefined || !waits(own)) return { ok: true };
    writes += 1;
    try {
      await (own.withdrawn ? withdraw(own) : submit(own));
      return { ok: true };
    } catch (cause) {
      const failure = failureOf(cause);
      if (failure.kind === 'offline' || failure.kind === 'broken') failed(failure);
      const now = kept.find(secret);
      // No retry will help, so the guest sees the reason.
      if (now !== undefined && !passes(failure)) {
        // It stays where it is when it can no longer be deleted.
        if (now.withdrawn) kept.put({ ...now, withdrawn: false, unsent: false });
        else if (now.unsent) kept.put({ ...now, refused: messageOf(failure) });
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

  const sendWaiting = async () => {
    for (const { secret } of kept.all.value) {
      const own = kept.find(secret);
      if (own === undefined || !waits(own) || own.refused !== null) continue;
      const sent = await send(secret);
      if (!sent.ok && passes(sent.failure)) break;
    }
  };

  const readOwn = async (): Promise<void> => {
    const secrets = kept.all.value.map(({ secret }) => secret);
    const before = writes;
    const states = await statesOf(secrets);
    // Something was sent meanwhile, so the answer is out of date.
    if (writes !== before) return readOwn();
    for (const secret of secrets.slice(-MAX_ASKED)) {
      const own = kept.find(secret);
      const state = states.find((one) => one.client_suggestion_id === secret);
      if (own === undefined) continue;
      if (state !== undefined) {
        const next = agreed(own, state.suggestion);
        if (JSON.stringify(next) !== JSON.stringify(own)) kept.put(next);
      } else if (own.id !== null && !own.unsent) kept.drop(secret);
    }
  };

  return {
    send,
    async reply({ secret, id }, written) {
      writes += 1;
      const own = { suggestion_id: id ?? 0, client_suggestion_id: secret };
      try {
        const { suggestion } = await client.call('reply_to_suggestion', { ...own, ...written }, withTimeout());
        const now = kept.find(secret);
        if (now !== undefined) kept.put(agreed(now, suggestion));
        return { ok: true };
      } catch (cause) {
        return { ok: false, failure: failureOf(cause) };
      } finally {
        writes += 1;
      }
    },
    async read() {
      await sendWaiting();
      const view = await client.call('read_guest_review', {}, withTimeout());
      await readOwn();
      return view;
    },
  };
}
