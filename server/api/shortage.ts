/** What the machine lacks for the moment: a message for the caller, and one for the operator's log. */
export interface Shortage {
  message: string;
  advice: string;
  /** Seconds after which repeating may help. */
  retryAfter: number;
}

const full: Shortage = {
  message: 'Nothing was stored: this service has no room left on its disk. Its operator has to make some; then repeat.',
  advice: 'no room for images and documents: make room where DATA_DIR lies, or raise the quota or file size limit',
  retryAfter: 60,
};
const fullDatabase: Shortage = {
  ...full,
  advice: 'PostgreSQL has no room left: make room where its data lies',
};
const unreachable: Shortage = {
  message: 'The service cannot reach its data at the moment. Repeat the request in a few seconds.',
  advice: 'the database does not answer: the next request connects anew',
  retryAfter: 5,
};
const withoutStore: Shortage = {
  ...unreachable,
  advice: 'the store that STORAGE_URL names does not answer, or is overloaded',
};
const refusedByStore: Shortage = {
  ...unreachable,
  advice:
    'the store that STORAGE_URL names refuses its bucket or keys: fix them there, or restart with those that are right',
  retryAfter: 60,
};
const fullStore: Shortage = { ...full, advice: 'the store that STORAGE_URL names has no room left' };
const busy: Shortage = {
  message: 'The service is very busy at the moment. Repeat the request in a few seconds.',
  advice: 'no connection to the database was free in time, or PostgreSQL was short of memory or connections',
  retryAfter: 5,
};
const stopping: Shortage = {
  message: 'The service is stopping. Repeat the request in a moment.',
  advice: 'a request was not finished in the time to stop: its client has to repeat it',
  retryAfter: 1,
};

/** Shortages by the error codes, or their beginnings, of the system, the storage, PostgreSQL and Prisma. */
const shortages: readonly (readonly [code: RegExp, shortage: Shortage])[] = [
  [/^(ENOSPC|EDQUOT|EFBIG)$/, full],
  [/^SERVICE_STOPPING$/, stopping],
  [/^STORAGE_UNAVAILABLE$/, withoutStore],
  [/^STORAGE_REFUSED$/, refusedByStore],
  [/^STORAGE_FULL$/, fullStore],
  [/^53100$/, fullDatabase],
  [/^(53\w{3}|P2024|P2028|P2037)$/, busy],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/, unreachable],
  // Connections that end, and a database server that is only a replica at the moment.
  [/^(08\w{3}|57P0[1-5]|25006|P1001|P1002|P1008|P1017)$/, unreachable],
];

/**
 * The messages of pg, which have no code: for a connection that ended under a query or between two of a transaction,
 * and for a query after its connections were closed.
 */
const withoutCode: readonly (readonly [words: string, shortage: Shortage])[] = [
  ['Connection terminated', unreachable],
  ['Client has encountered a connection error', unreachable],
  ['Client was closed', unreachable],
  ['timeout exceeded when trying to connect', unreachable],
  ['Cannot use a pool after calling end on the pool', stopping],
];

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Finds the shortage behind an error, however deeply libraries have wrapped it; null when it is something else. */
export function shortageOf(error: unknown, depth = 0): Shortage | null {
  if (typeof error !== 'object' || error === null || depth > 6) return null;
  for (const name of ['code', 'originalCode', 'errorCode']) {
    const code = fieldOf(error, name);
    const found = typeof code === 'string' ? shortages.find(([known]) => known.test(code)) : undefined;
    if (found !== undefined) return found[1];
  }
  const message = fieldOf(error, 'message');
  const said = typeof message === 'string' ? withoutCode.find(([words]) => message.includes(words)) : undefined;
  if (said !== undefined) return said[1];
  return (
    shortageOf(fieldOf(error, 'cause'), depth + 1) ??
    shortageOf(fieldOf(fieldOf(error, 'meta'), 'driverAdapterError'), depth + 1)
  );
}
