/** Whether a retry may help (`AWAY`), a person must act, or a file does not exist. */
type Kind = 'STORAGE_UNAVAILABLE' | 'STORAGE_REFUSED' | 'STORAGE_FULL' | 'STORAGE_MISSING';

/** A failed storage operation, in words without keys and signatures. */
export class StorageFailure extends Error {
  readonly code: Kind;
  /** The store's own code, such as `NoSuchBucket`, or the connection's, such as `ECONNREFUSED` */
  readonly reason: string;

  constructor(message: string, code: Kind, reason: string) {
    super(message);
    this.name = 'StorageFailure';
    this.code = code;
    this.reason = reason;
  }
}

const FULL = /^(XMinioStorageFull|QuotaExceeded|InsufficientStorage\w*|StorageQuotaExceeded)$/;
const MISSING = /^(NoSuchKey|NotFound)$/;

function kindOf(reason: string, status: number): Kind {
  if (FULL.test(reason) || status === 507) return 'STORAGE_FULL';
  if (MISSING.test(reason)) return 'STORAGE_MISSING';
  return status >= 500 || status === 408 || status === 429 ? 'STORAGE_UNAVAILABLE' : 'STORAGE_REFUSED';
}

function statusOf(error: Error): number | null {
  const metadata = '$metadata' in error ? error.$metadata : null;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return null;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null;
}

/** Whether the store reported that the file does not exist. A missing bucket is a different error. */
export const isMissing = (error: unknown): boolean => error instanceof Error && MISSING.test(error.name);

/** Turns an error of the SDK into one that may be logged: the fields of the original contain keys and signatures. */
export function toFailure(work: string, error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error;
  if (!(error instanceof Error))
    return new StorageFailure(`The storage could not ${work}`, 'STORAGE_UNAVAILABLE', 'unknown');
  const { name } = error;
  const status = statusOf(error);
  // Below 300 the response began successfully and then broke off.
  if (status !== null && status >= 300) {
    return new StorageFailure(`The storage refused to ${work}: ${name} (${status})`, kindOf(name, status), name);
  }
  if (name === 'CredentialsProviderError') {
    return new StorageFailure(`There are no keys for the storage to ${work}`, 'STORAGE_REFUSED', name);
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : name;
  const reason = name === 'AbortError' || name === 'TimeoutError' ? 'ETIMEDOUT' : code;
  return new StorageFailure(`The storage could not ${work}: ${reason}`, 'STORAGE_UNAVAILABLE', reason);
}
