import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '../server/contract/error.ts';

/** A refusal that its caller may read. */
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
 * The bytes of a request, as they came. A framework that has read them already leaves them in `rawBody` or `body`.
 * Throws a {@link Refusal} (413) past `limit` bytes.
 */
export async function readRawBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  for (const field of ['rawBody', 'body']) {
    const given: unknown = Reflect.get(request, field);
    if (Buffer.isBuffer(given)) return refuseLong(given, limit);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > limit) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function refuseLong(body: Buffer, limit: number): Buffer {
  if (body.length > limit) throw tooLarge();
  return body;
}

const tooLarge = () => new Refusal(413, 'too_large', 'The request is too large.');

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refusal(400, 'malformed_request', 'The body is not JSON.');
  }
}

export function readHeader(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
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
