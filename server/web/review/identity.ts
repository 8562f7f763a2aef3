import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { ServiceError } from '../../contract/client.ts';
import { strings } from '../strings.ts';
import type { Client } from './types.ts';

export interface SignedIn {
  /** What the service takes with a decision. */
  identity: string;
  login: string;
}

/** Who decides, as far as GitHub's App said so; of this tab and this review alone. */
export interface Identity {
  who: Signal<SignedIn | null>;
  /** While the App's word is being checked. */
  checking: Signal<boolean>;
  /** Why the sign-in did not work, in words. */
  problem: Signal<string | null>;
  /** Takes up what this tab kept of the review. */
  resume(reviewId: string): void;
  signOut(): void;
  /** The same client, whose decisions say who decides. */
  deciding(client: Client): Client;
}

const fragment = /^#vouch=([\w-]+(?:\.[\w-]+){2})$/;

/** Takes the App's word out of the address at once, so that nobody finds it in the history or passes it on. */
export function takeVouch(page: Pick<Window, 'location' | 'history'> = window): string | null {
  const { hash, pathname, search } = page.location;
  if (!hash.startsWith('#vouch=')) return null;
  page.history.replaceState(page.history.state, '', pathname + search);
  return fragment.exec(hash)?.[1] ?? '';
}

const keyOf = (reviewId: string): string => `sightline:identity:${reviewId}`;

function read(storage: () => Storage, reviewId: string): SignedIn | null {
  try {
    const kept: Partial<SignedIn> = JSON.parse(storage().getItem(keyOf(reviewId)) ?? 'null') ?? {};
    const { identity, login } = kept;
    return typeof identity === 'string' && typeof login === 'string' ? { identity, login } : null;
  } catch {
    return null;
  }
}

/** Where the browser keeps nothing, it lasts as long as the page. */
function tried(use: () => void): void {
  try {
    use();
  } catch {}
}

export function createIdentity(client: Client, storage: () => Storage, vouch: string | null): Identity {
  const who = signal<SignedIn | null>(null);
  const problem = signal<string | null>(null);
  const checking = signal(vouch !== null);
  let reviewOf: string | null = null;

  const exchange = async (assertion: string) => {
    try {
      const { identity, login, review_id } = await client.call('identify', { assertion });
      reviewOf = review_id;
      who.value = { identity, login };
      tried(() => storage().setItem(keyOf(review_id), JSON.stringify(who.value)));
    } catch (cause) {
      const told = cause instanceof ServiceError && cause.status !== 0;
      problem.value = strings.identity.failed(told ? cause.message : strings.identity.unreachable);
    }
    checking.value = false;
  };
  const exchanged = vouch === null ? Promise.resolve() : exchange(vouch);

  return {
    who,
    checking,
    problem,
    resume(reviewId) {
      // A new sign-in counts, whatever became of it.
      if (vouch !== null) return;
      reviewOf = reviewId;
      who.value = read(storage, reviewId);
    },
    signOut() {
      who.value = null;
      problem.value = null;
      const reviewId = reviewOf;
      if (reviewId !== null) tried(() => storage().removeItem(keyOf(reviewId)));
    },
    deciding: (inner) => ({
      async call(name, input, options) {
        if (name !== 'decide') return inner.call(name, input, options);
        // Nobody's sign-in is passed over because they were quick.
        await exchanged;
        const identity = who.value?.identity;
        return inner.call(name, identity === undefined ? input : { ...input, identity }, options);
      },
    }),
  };
}

export const IdentityContext = createContext<Identity | null>(null);
export const useIdentity = (): Identity | null => useContext(IdentityContext);
