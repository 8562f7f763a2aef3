import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ErrorBody } from '../../server/contract/error.ts';

/** A refusal that the caller may read. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorBody['error'];

  constructor(status: number, code: ErrorBody['error'], message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }
}

/**
 * Returns the bytes of a request as they arrived. A framework that reads them leaves their stream in `rawBody`. Throws a
 * {@link Refusal} (413) past `limit` bytes.
 */
export async function readRawBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const given: unknown = Reflect.get(request, 'rawBody');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of given instanceof Readable ? given : request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > limit) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const tooLarge = () => new Refusal(413, 'too_large', 'The request is too large.');

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refusal(400, 'malformed_request', 'The body is not JSON.');
  }
}

export function readHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}

/** Refuses a request whose header cannot be the HMAC of its body. Throws a {@link Refusal}. */
export function requireSignature(header: unknown): void {
  if (typeof header === 'string' && /^sha256=[0-9a-f]{64}$/.test(header)) return;
  throw new Refusal(401, 'unauthenticated', 'The signature does not fit the body.');
}
