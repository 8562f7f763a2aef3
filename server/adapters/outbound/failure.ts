export type OutboundReason =
  | 'refused'
  | 'dns'
  | 'timeout'
  | 'tls'
  | 'connection'
  | 'too_large'
  | 'too_many_bytes'
  | 'redirect';

export type RefusalCode = 'invalid_url' | 'scheme' | 'credentials' | 'private_address' | 'own_port' | 'other_port';

/** An outbound call that failed. The message is for people; it never contains the URL's path, query or credentials. */
export class OutboundFailure extends Error {
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboundFailure';
    this.reason = reason;
  }
}

export class OutboundRefused extends OutboundFailure {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super('refused', message);
    this.name = 'OutboundRefused';
    this.code = code;
  }
}

const connectionWords: Record<string, string> = {
  ECONNREFUSED: 'refused the connection: is it running, and is the port right?',
  ECONNRESET: 'closed the connection without an answer',
  EPIPE: 'closed the connection without an answer',
  UND_ERR_SOCKET: 'closed the connection without an answer',
  EHOSTUNREACH: 'cannot be reached from this machine',
  ENETUNREACH: 'cannot be reached from this machine',
  EADDRNOTAVAIL: 'cannot be reached from this machine',
};

const certificateCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'HOSTNAME_MISMATCH',
  'EPROTO',
]);

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return '';
}

/** Turns an error of a socket, TLS or the HTTP client into an OutboundFailure about `host`. */
export function outboundFailure(error: unknown, host: string): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const code = codeOf(error);
  if (code === 'ETIMEDOUT' || code.endsWith('_TIMEOUT') || (error instanceof Error && error.name === 'TimeoutError')) {
    return new OutboundFailure('timeout', `${host} did not answer in time.`);
  }
  if (certificateCodes.has(code) || /^(CERT_|ERR_TLS_|ERR_SSL_)/.test(code)) {
    return new OutboundFailure('tls', `${host} has no valid TLS certificate (${code}).`);
  }
  const words = connectionWords[code] ?? `could not be talked to${code === '' ? '' : ` (${code})`}`;
  return new OutboundFailure('connection', `${host} ${words}${words.endsWith('?') ? '' : '.'}`);
}
