import type { Storage } from '../../domain/ports.ts';
import type { S3Location } from './location.ts';
import { StorageFailure } from './s3-failure.ts';

const place = ({ endpoint, region }: S3Location): string => endpoint ?? `Amazon S3 in ${region}`;

/** Returns what the operator can do about a refusal. */
function adviceOn(reason: string, location: S3Location): string {
  switch (reason) {
    case 'NoSuchBucket':
      return `There is no bucket “${location.bucket}” at ${place(location)}. Create it, or fix STORAGE_URL.`;
    case 'CredentialsProviderError':
      return 'There are no keys for it. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.';
    case 'InvalidAccessKeyId':
      return 'It does not know AWS_ACCESS_KEY_ID.';
    case 'SignatureDoesNotMatch':
      return 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID.';
    case 'ExpiredToken':
    case 'InvalidToken':
      return 'AWS_SESSION_TOKEN has expired or does not belong to the keys.';
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return `The bucket “${location.bucket}” is in a different region than ${location.region}: fix region in STORAGE_URL.`;
    case 'RequestTimeTooSkewed':
      return 'This machine’s clock is wrong.';
    default:
      return `The keys must be allowed to list the bucket “${location.bucket}” and to read, write and delete files in it.`;
  }
}

/**
 * Tries everything that the service does with a store: an account that may list files may still not write them.
 * @returns why the store does not respond; null when it does
 * @throws an error that says what to do when it refuses
 */
export async function checkStorage(
  storage: Storage,
  location: S3Location,
  probe: () => Promise<void>,
): Promise<string | null> {
  try {
    await storage.list('', 1);
    await probe();
    return null;
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error;
    if (error.code !== 'STORAGE_REFUSED') return error.message;
    throw new Error(`The store that STORAGE_URL names refuses (${error.reason}). ${adviceOn(error.reason, location)}`);
  }
}
