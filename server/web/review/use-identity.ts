import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../shared/types.ts';

export interface SignedIn {
  /** What is sent with a decision. */
  identity: string;
  login: string;
}

/** The signed-in person, as confirmed by the GitHub App; for this tab and this review only. */
export interface Identity {
  who: Signal<SignedIn | null>;
  checking: Signal<boolean>;
  problem: Signal<string | null>;
  /** Restores this tab's sign-in for a review. */
  resume(reviewId: string): void;
  signOut(): void;
  /** Returns a client that adds the identity to decisions. */
  deciding(client: Client): Client;
}

export const IdentityContext = createContext<Identity | null>(null);
export const useIdentity = (): Identity | null => useContext(IdentityContext);
