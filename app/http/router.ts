import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../../server/contract/client.ts';
import type { Log } from '../../server/domain/ports.ts';
import { describeError } from '../describe-error.ts';
import { isStatus, Paused } from '../github.ts';
import { answerJson, Refusal, readRawBody } from './request.ts';

export interface Answer {
  status: number;
  body: unknown;
}

/** A route that is answered on POST. */
export interface Route {
  /** The path below the App's address. */
  path: string;
  /** The largest body, in bytes. */
  maxBytes: number;
  /** Checks the headers before the body is read. Throws a {@link Refusal}. */
  check?(headers: IncomingHttpHeaders): Promise<void>;
  answer(headers: IncomingHttpHeaders, body: Buffer): Promise<Answer>;
}

/** Answers a route, whether its body arrives over HTTP or comes from this process. Never throws. */
export async function answerRoute(
  route: Route,
  headers: IncomingHttpHeaders,
  readBody: () => Promise<Buffer>,
  log: Log,
): Promise<Answer> {
  try {
    await route.check?.(headers);
    return await route.answer(headers, await readBody());
  } catch (error) {
    return toAnswer(error, route.path, log);
  }
}

/** Answers the routes below the path `prefix`; returns false for every other path. */
export function createRouter(prefix: string, routes: readonly Route[], log: Log) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const route = routes.find((each) => prefix + each.path === path);
    if (route === undefined) return false;
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST');
      answerJson(response, 405, { error: 'invalid_request', message: 'This address takes another method.' });
      return true;
    }
    const readBody = () => readRawBody(request, route.maxBytes);
    const { status, body } = await answerRoute(route, request.headers, readBody, log);
    // The rest of a body that is too large is not read.
    if (status === 413) response.setHeader('connection', 'close');
    answerJson(response, status, body);
    return true;
  };
}

function toAnswer(error: unknown, path: string, log: Log): Answer {
  if (error instanceof Refusal) {
    log.info({ path, status: error.status, reason: error.message }, 'a request was refused');
    return { status: error.status, body: { error: error.code, message: error.message } };
  }
  const elsewhere =
    error instanceof ServiceError || error instanceof Paused || isStatus(error, 401, 403, 404, 429, 500, 502, 503, 504);
  if (elsewhere) {
    log.warn({ path, ...describeError(error) }, 'GitHub or the service failed during a request');
    return { status: 503, body: { error: 'unavailable', message: 'GitHub or the service does not answer now.' } };
  }
  log.error({ path, ...describeError(error) }, 'a request failed');
  return { status: 500, body: { error: 'unexpected', message: 'Something went wrong here. Try again.' } };
}
