/** What the storage did not do, in words without keys, signatures or addresses of its own. */
export class StorageFailure extends Error {
  /** The store's own code, such as `NoSuchBucket`, or that of the connection, such as `ECONNREFUSED` */
  readonly code: string;
  /** Of the store's answer; null when there was none */
  readonly status: number | null;

  constructor(message: string, code: string, status: number | null) {
    super(message);
    this.name = 'StorageFailure';
    this.code = code;
    this.status = status;
  }
}

function fieldsOf(error: unknown): { name: string; code: string | null; status: number | null } {
  if (!(error instanceof Error)) return { name: 'Unknown', code: null, status: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const metadata = '$metadata' in error ? error.$metadata : null;
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : null;
  return { name: error.name, code, status: typeof status === 'number' ? status : null };
}

/** Whether the store said that there is no such file. A bucket that is not there is another matter. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

/** An error of the SDK as one that may be logged: of what it holds, only the code and the status. */
export function toFailure(work: string, error: unknown): StorageFailure {
  const { name, code, status } = fieldsOf(error);
  if (status !== null) return new StorageFailure(`The storage refused to ${work}: ${name} (${status})`, name, status);
  if (name === 'AbortError' || name === 'TimeoutError') {
    return new StorageFailure(`The storage took too long to ${work}`, 'ETIMEDOUT', null);
  }
  if (name === 'CredentialsProviderError') {
    return new StorageFailure(
      `There are no keys to ${work} in the storage: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
      name,
      null,
    );
  }
  return new StorageFailure(`The storage could not ${work}: ${code ?? name}`, code ?? name, null);
}
