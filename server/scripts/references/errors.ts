import { statusOf } from '../../api/failure.ts';
import type { ErrorCode } from '../../contract/error.ts';
import { code, table } from './table.ts';

/** Explains each error: when it happens, its details, and what to do. */
const words: Record<ErrorCode, readonly [when: string, todo: string]> = {
  malformed_request: [
    'the body is not JSON, the address or a header is malformed, or the request arrives too slowly (408 for a file); 405 with `Allow` when the address does not support the method',
    'fix the request',
  ],
  unauthenticated: [
    'the token is missing, wrong or expired; `WWW-Authenticate` has `error="invalid_token"` if one was sent',
    'refresh it, sign in again, or create a new one',
  ],
  insufficient_credits: [
    'the workspace has too few credits left; `needed` and `held` give the numbers',
    'wait for `refills_at` of `get_billing`, or raise `CREDITS_PER_MONTH`',
  ],
  forbidden: [
    'the caller may not do this: a client deletes a workspace that it only joined, `SIGNUP=closed`, a foreign `Origin` or host name',
    'do what the message says',
  ],
  not_found: ['it does not exist, or belongs to another workspace: the answer is the same', 'check the id'],
  conflict: [
    'on a review page, somebody else changed it first, or it no longer allows this; another file was sent to the upload address already; the mark has as many replies as it may have',
    'do what the message says; the page reads the review again by itself',
  ],
  too_large: [
    'the request or a file is larger than its [limit](limits.md); 431 when address and headers have more than 16 KB',
    'send less, or use `create_upload`',
  ],
  unsupported_media_type: ['the body is not `application/json`', 'send JSON'],
  invalid_request: ['a field is wrong; `errors` names each with its `path`', 'fix those fields'],
  invalid_state: [
    'the review’s state does not allow this; `next_pass_id` names a later pass if there is one',
    'do what `next_action` names',
  ],
  no_mark_changed: ['`resolve_marks` changed no mark; `skipped` gives the reason for each', 'read the review again'],
  rate_limited: [
    'a [limit](limits.md) is reached; `retry_after` and `Retry-After` give the seconds to wait',
    'wait that long',
  ],
  unexpected: [
    'a fault of the service; the answer has its `request_id` and no cause',
    'give the id to the operator, who finds it in the log',
  ],
  unavailable: [
    'the database or the store does not answer, the disk is full, the process is stopping, too many uploads arrive at once, or a request with the same key is under way',
    'try again after `Retry-After`',
  ],
};

const codes = Object.keys(words).filter((name): name is ErrorCode => name in words);

export const errors = (): string =>
  table(
    ['status', 'error', 'when', 'what to do'],
    codes.map((name) => [String(statusOf[name]), code(name), ...words[name]]),
  );
