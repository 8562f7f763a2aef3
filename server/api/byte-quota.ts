import { DomainError } from '../domain/failure.ts';

/** Seconds after which a retry may succeed. */
const RETRY_AFTER_SECONDS = 10;

/** The part of the quota that one request holds. */
export interface Reservation {
  /** Reserves more. @throws DomainError when the quota is exhausted */
  add(bytes: number): void;
  release(): void;
}

export interface ByteQuota {
  /** Begins a reservation of `sender`: a client's address, or a workspace. */
  open(sender: string): Reservation;
  /**
   * Reserves `bytes` as soon as they are free, in the order of the calls.
   * @throws DomainError when they are not free within `waitMs`, or exceed the sender's share
   */
  wait(sender: string, bytes: number, waitMs: number): Promise<Reservation>;
}

/** A request that waits for quota. */
interface Waiting {
  sender: string;
  bytes: number;
  grant(): void;
}

const unavailable = (): DomainError =>
  new DomainError('unavailable', 'Many files are being sent at the moment. Repeat it in a moment.');

const overShare = (share: number): DomainError =>
  new DomainError('rate_limited', 'Many files are being sent from your network or workspace. Send one after another.', {
    retry_after: RETRY_AFTER_SECONDS,
    limit: share,
  });

/**
 * Limits the bytes of request bodies that one process holds: `max` for all senders and a quarter of that for one, so
 * that one sender leaves the rest to the others. The `largest` file always fits into that share, and a reservation by
 * `wait` always fits while nothing else is held.
 */
export function createByteQuota({ max, largest }: { max: number; largest: number }): ByteQuota {
  const share = Math.max(max / 4, largest);
  let held = 0;
  const heldBySender = new Map<string, number>();
  const waiting = new Set<Waiting>();
  const ofSender = (sender: string): number => heldBySender.get(sender) ?? 0;

  function change(sender: string, bytes: number): void {
    held += bytes;
    const left = ofSender(sender) + bytes;
    if (left > 0) heldBySender.set(sender, left);
    else heldBySender.delete(sender);
  }

  function refusalOf({ sender, bytes }: Pick<Waiting, 'sender' | 'bytes'>): DomainError | null {
    const others = ofSender(sender);
    if (others > 0 && others + bytes > share) return overShare(share);
    return held > 0 && held + bytes > max ? unavailable() : null;
  }

  /** Grants quota in order. A waiting request is only skipped while its sender uses up its share. */
  function grantWaiting(): void {
    for (const each of waiting) {
      const refusal = refusalOf(each);
      if (refusal?.code === 'unavailable') return;
      if (refusal !== null) continue;
      waiting.delete(each);
      change(each.sender, each.bytes);
      each.grant();
    }
  }

  function reservation(sender: string, reserved: number): Reservation {
    let own = reserved;
    return {
      add(bytes) {
        if (ofSender(sender) + bytes > share) throw overShare(share);
        if (held + bytes > max) throw unavailable();
        own += bytes;
        change(sender, bytes);
      },
      release() {
        change(sender, -own);
        own = 0;
        grantWaiting();
      },
    };
  }

  return {
    open: (sender) => reservation(sender, 0),
    wait: (sender, bytes, waitMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(asked);
          reject(refusalOf(asked) ?? unavailable());
          grantWaiting();
        }, waitMs);
        const grant = (): void => {
          clearTimeout(timer);
          resolve(reservation(sender, bytes));
        };
        const asked: Waiting = { sender, bytes, grant };
        waiting.add(asked);
        grantWaiting();
      }),
  };
}
