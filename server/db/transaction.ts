import type { Database, Tx } from './client.ts';

/** How often a transaction is run before its conflict with others is an error. */
const MAX_RUNS = 4;

const kindOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Object && 'kind' in error.cause ? error.cause.kind : undefined;

/** Returns whether PostgreSQL rolled a transaction back because of a deadlock or a serialization failure. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Prisma's own queries have a code for it. Raw ones, and the commit, pass on the driver's error.
  if ('code' in error && error.code === 'P2034') return true;
  const meta = 'meta' in error && error.meta instanceof Object ? error.meta : {};
  const kinds = [kindOf(error), 'driverAdapterError' in meta ? kindOf(meta.driverAdapterError) : undefined];
  return kinds.includes('TransactionWriteConflict');
}

/**
 * Returns a function that runs `work` in one transaction, and again when PostgreSQL ended it to let a conflicting one
 * through. Therefore `work` must have no effect outside its transaction.
 */
export function createTransaction(db: Database, log: { warn(details: object, message: string): void }) {
  return async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let run = 1; ; run += 1) {
      try {
        return await db.$transaction(work, { timeout: 20_000, maxWait: 10_000 });
      } catch (error) {
        if (run === MAX_RUNS || !isConflict(error)) throw error;
        log.warn({ run }, 'a transaction ended by a conflict with another one, and runs again');
      }
    }
  };
}
