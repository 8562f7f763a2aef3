import type { ErrorCode } from '../../contract/error.ts';
import { statusOf } from '../../faces/failure.ts';
import { code, table } from './table.ts';

/** When each happens, what comes with it, and what to do. */
const words: Record<ErrorCode, readonly [when: string, todo: string]> = {
  malformed_request: [
    'the body is not JSON, or the address or a header cannot be read; 405 with `Allow` where an address does not take the method',
    'repair the request',
  ],
  unauthenticated: [
    'the token is missing, wrong or expired; `error="invalid_token"` in `WWW-Authenticate` where it was one',
    'refresh it, sign in again, or make a new one',
  ],
  insufficient_credits: [
    'the workspace has too few credits left; `needed` and `held` say how many',
    'wait for `refills_at` of `get_billing`, or raise `CREDITS_PER_MONTH`',
  ],
  forbidden: [
    'the token is good, but may not do this: a connection deleting its workspace, `SIGNUP=closed`, a foreign `Origin`',
    'the message says who may',
  ],
  not_found: ['there is no such thing, or it belongs to another workspace: the two are not told apart', 'check the id'],
  conflict: ['on a review’s page only: somebody else changed it first', 'read it again; the page does so by itself'],
  too_large: ['the request or a file is larger than its [limit](limits.md)', 'send less, or use `create_upload`'],
  unsupported_media_type: ['the body has another type than `application/json`', 'send JSON'],
  invalid_request: ['a field is wrong; `errors` names each with its `path`', 'repair those fields'],
  invalid_state: [
    'the review is not in a state that allows this; `next_pass_id` where a later pass exists',
    'do what `next_action` says',
  ],
  no_mark_changed: ['no mark was changed by `resolve_marks`; `skipped` says why each was not', 'read the review again'],
  rate_limited: [
    'a [limit](limits.md) is reached; `retry_after` and `Retry-After` say for how many seconds',
    'wait that long',
  ],
  unexpected: [
    'a fault of the service, with a `request_id` and nothing else',
    'quote the id to whoever runs it: it is in the log',
  ],
  unavailable: [
    'the database, the queue or the room for uploads is not there at the moment',
    'try again after `Retry-After`',
  ],
};

const codes = Object.keys(words).filter((name): name is ErrorCode => name in words);

export const errors = (): string =>
  table(
    ['status', 'error', 'when', 'what to do'],
    codes.map((name) => [String(statusOf[name]), code(name), ...words[name]]),
  );
