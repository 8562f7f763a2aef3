import { signal } from '@preact/signals';
import { ServiceError } from '../../contract/client.ts';
import type { Client } from '../shared/types.ts';
import { identity as words } from './identity-strings.ts';
import type { Identity, SignedIn } from './use-identity.ts';

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

/** Runs `use` and ignores errors: without storage, the sign-in lasts as long as the page. */
function tried(use: () => void): void {
  try {
    use();
  } catch {}
}

export function createIdentity(client: Client, storage: () => Storage, assertion: string | null): Identity {
  const who = signal<SignedIn | null>(null);
  const problem = signal<string | null>(null);
  const checking = signal(assertion !== null);
  let reviewOf: string | null = null;

  const exchange = async (assertion: string) => {
    try {
      const { identity, login, review_id } = await client.call('identify', { assertion });
      reviewOf = review_id;
      who.value = { identity, login };
      tried(() => storage().setItem(keyOf(review_id), JSON.stringify(who.value)));
    } catch (cause) {
      const answered = cause instanceof ServiceError && cause.status !== 0;
      problem.value = words.failed(answered ? cause.message : words.unreachable);
    }
    checking.value = false;
  };
  const exchanged = assertion === null ? Promise.resolve() : exchange(assertion);

  return {
    who,
    checking,
    problem,
    resume(reviewId) {
      // A new sign-in wins, even a failed one.
      if (assertion !== null) return;
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
        // A quick decision waits for the sign-in.
        await exchanged;
        const identity = who.value?.identity;
        return inner.call(name, identity === undefined ? input : { ...input, identity }, options);
      },
    }),
  };
}
