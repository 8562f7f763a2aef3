import { DomainError } from '../domain/failure.ts';

/** Seconds after which another try may be worth it. */
const WAIT_SECONDS = 10;

const tooMany = (message: string): DomainError =>
  new DomainError('rate_limited', message, { retry_after: WAIT_SECONDS });

/** One file on its way. */
export interface Place {
  /** Counts bytes that came. @throws DomainError when there is no room for them */
  take(bytes: number): void;
  /** Gives everything back. */
  leave(): void;
}

export interface UploadRoom {
  /**
   * Begins to take in a file from `sender`, a client's address. @throws DomainError when one is on its way to the same
   * upload, known by its `secret`
   */
  enter(secret: string, sender: string): Place;
}

/**
 * The room that one process has for files while they come and are judged: `most` bytes of all senders, `share` of one,
 * so that whoever fills theirs leaves the rest to the others.
 */
export function createUploadRoom({ most, share }: { most: number; share: number }): UploadRoom {
  let held = 0;
  const heldBySender = new Map<string, number>();
  const coming = new Set<string>();
  return {
    enter(secret, sender) {
      if (coming.has(secret)) {
        throw tooMany(
          'A file is on its way to this address already. Wait for its answer, then send it again if need be.',
        );
      }
      coming.add(secret);
      let own = 0;
      return {
        take(bytes) {
          const ofSender = (heldBySender.get(sender) ?? 0) + bytes;
          if (ofSender > share) {
            throw tooMany('Many files are being sent from your network at the moment. Send one after another.');
          }
          if (held + bytes > most) {
            throw new DomainError('unavailable', 'Many files are being sent at the moment. Repeat it in a moment.');
          }
          own += bytes;
          held += bytes;
          heldBySender.set(sender, ofSender);
        },
        leave() {
          coming.delete(secret);
          held -= own;
          const left = (heldBySender.get(sender) ?? 0) - own;
          if (left > 0) heldBySender.set(sender, left);
          else heldBySender.delete(sender);
          own = 0;
        },
      };
    },
  };
}
