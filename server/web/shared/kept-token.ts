import { type Signal, signal } from '@preact/signals';
import type { TryToken } from '../../contract/workspace.ts';
import { createMemory, type Memory } from './memory.ts';

/** A try token on this device. A pasted one has no known expiry. */
export interface Held {
  token: string;
  expiresAt: string | null;
}

export interface Keep {
  held: Signal<Held | null>;
  /** Whether it is stored beyond this tab. */
  remembered: Signal<boolean>;
  /** Replaces the token; `remember` stores it on the device, otherwise in this tab. */
  take(held: Held, remember: boolean): void;
  /** Removes all tokens of this device and tab. */
  forget(): void;
  /** Removes a token that no longer works. Another one of this device then takes its place. */
  drop(token: string): void;
  /** Follows changes of other tabs. Returns a function that stops. */
  follow(page: Window): () => void;
}

const key = 'token';

function read(memory: Memory): Held | null {
  try {
    const kept: unknown = JSON.parse(memory.get(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('token' in kept) || typeof kept.token !== 'string') return null;
    const expiresAt = 'expiresAt' in kept && typeof kept.expiresAt === 'string' ? kept.expiresAt : null;
    return { token: kept.token, expiresAt };
  } catch {
    return null;
  }
}

export const heldFrom = ({ token, token_expires_at }: TryToken): Held => ({ token, expiresAt: token_expires_at });

/** Returns whether a text has the form of a bearer token, known or not. */
export const isTokenForm = (text: string): boolean => /^sl[ta]_[0-9A-Za-z]{49}$/.test(text);

/** Stores the token of this device or tab; the tab's comes first. It never goes into an address. */
export function createKeep(
  device: Memory = createMemory(() => localStorage),
  tab: Memory = createMemory(() => sessionStorage),
): Keep {
  const held = signal(read(tab) ?? read(device));
  const remembered = signal(read(tab) === null && held.value !== null);
  const look = () => {
    const own = read(tab);
    const next = own ?? read(device);
    remembered.value = own === null && next !== null;
    if (next?.token !== held.value?.token) held.value = next;
  };
  return {
    held,
    remembered,
    take(next, remember) {
      const [into, other] = remember ? [device, tab] : [tab, device];
      into.set(key, JSON.stringify(next));
      other.remove(key);
      held.value = next;
      remembered.value = remember;
    },
    forget() {
      device.remove(key);
      tab.remove(key);
      held.value = null;
      remembered.value = false;
    },
    drop(token) {
      for (const memory of [device, tab]) if (read(memory)?.token === token) memory.remove(key);
      look();
    },
    follow(page) {
      page.addEventListener('storage', look);
      return () => page.removeEventListener('storage', look);
    },
  };
}
