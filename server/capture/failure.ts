export type CaptureReason =
  | 'http_status'
  | 'dns'
  | 'timeout'
  | 'certificate'
  | 'refused'
  | 'connection'
  | 'crashed'
  | 'wait_for'
  | 'step'
  | 'scheme'
  | 'not_a_page';

/** A page that could not be captured. The message says what to do in words that a reviewer understands, and omits the URL's path, query and credentials. */
export class CaptureFailure extends Error {
  readonly reason: CaptureReason;

  constructor(reason: CaptureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CaptureFailure';
    this.reason = reason;
  }
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'The page';
}

export function httpStatusFailure(status: number, url: string): CaptureFailure {
  const host = hostOf(url);
  const words =
    status === 401 || status === 403
      ? 'pass headers or cookies that let the capture in.'
      : status === 404 || status === 410
        ? 'there is no page at this address: check it, and that the deployment is finished.'
        : status === 407
          ? 'a proxy on the way wants credentials.'
          : status === 429
            ? 'it is asked too often: try again later.'
            : status >= 500
              ? 'the page’s own server failed: look at its log, then try again.'
              : 'an address that answers with a page is needed.';
  return new CaptureFailure('http_status', `The page at ${host} answered ${status}: ${words}`);
}

export function noAnswerFailure(url: string, waitedMs: number): CaptureFailure {
  const seconds = Math.round(waitedMs / 100) / 10;
  const message = `The server at ${hostOf(url)} sent no answer within ${seconds} s: check that the address opens in a browser, then try again.`;
  return new CaptureFailure('timeout', message);
}

export function stuckFailure(url: string): CaptureFailure {
  const message = `The page at ${hostOf(url)} stopped responding: one of its scripts seems to run in an endless loop.`;
  return new CaptureFailure('timeout', message);
}

const crashed =
  'The browser gave up on the page while it showed it: does it want very much memory, or is it very deep? Else try again.';

/** The browser's network errors that are worth explaining. The first match wins. */
const networkErrors: readonly [RegExp, CaptureReason, string][] = [
  [/ERR_NAME_NOT_RESOLVED|ERR_DNS_/, 'dns', 'has no address: check the name.'],
  [/ERR_INVALID_AUTH|ERR_UNEXPECTED_PROXY_AUTH/, 'http_status', 'wants credentials: pass headers or cookies.'],
  [/ERR_CERT_|ERR_SSL_|ERR_BAD_SSL/, 'certificate', 'has no valid TLS certificate: fix it, or capture by http.'],
  [/ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT/, 'timeout', 'did not answer in time.'],
  [/ERR_UNSAFE_PORT/, 'refused', 'uses a port that browsers refuse.'],
  [/ERR_TOO_MANY_REDIRECTS/, 'connection', 'redirects in a circle: it may want cookies.'],
  [/ERR_CONNECTION_REFUSED/, 'connection', 'refused the connection: is it running, and is the port right?'],
  [/ERR_ABORTED|Download is starting/, 'not_a_page', 'answered with a download or with nothing, not with a page.'],
  [/ERR_/, 'connection', 'could not be reached, or closed the connection without an answer.'],
];

const explained: Record<string, CaptureReason> = {
  refused: 'refused',
  too_many_bytes: 'refused',
  dns: 'dns',
  timeout: 'timeout',
  tls: 'certificate',
};

/** Turns the browser's error about `url` into a CaptureFailure; `known` is the proxy's more precise reason. */
export function navigationFailure(
  error: unknown,
  url: string,
  known: { reason: string; message: string } | null,
): CaptureFailure {
  if (error instanceof CaptureFailure) return error;
  const text = error instanceof Error ? error.message : '';
  if (/Target (page|closed|crashed)|Page crashed|has been closed|Browser closed/i.test(text)) {
    return new CaptureFailure('crashed', crashed, { cause: error });
  }
  const [, reason, words] = networkErrors.find(([pattern]) => pattern.test(text)) ?? [];
  const isOurs = reason !== undefined && /^(connection|timeout|dns|not_a_page)$/.test(reason);
  if (known !== null && isOurs) return new CaptureFailure(explained[known.reason] ?? 'connection', known.message);
  if (reason !== undefined) return new CaptureFailure(reason, `${hostOf(url)} ${words}`);
  return new CaptureFailure('crashed', 'The browser could not show the page. Try again.', { cause: error });
}
