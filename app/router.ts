import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../server/contract/client.ts';
import { isStatus, Paused } from './github.ts';
import { answerJson, parseJson, Refusal, readRawBody } from './http.ts';
import { describeError, type Log } from './log.ts';

export interface Route {
  method: 'GET' | 'POST';
  /** Under the App's address. */
  path: string;
  /** The largest body, in bytes. */
  limit: number;
  /** Refuses by the headers alone, before the body is read. Throws a {@link Refusal}. */
  check?(headers: IncomingHttpHeaders): Promise<void>;
  answer(
    request: IncomingMessage,
    body: Buffer,
    json: (body: Buffer) => unknown,
  ): Promise<{ status: number; body: unknown }>;
}

/** Answers the routes under the path of `appUrl`; false for every other path. */
export function createRouter(appUrl: string, routes: readonly Route[], log: Log) {
  const prefix = new URL(appUrl).pathname.replace(/\/$/, '');
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const candidates = routes.filter((route) => prefix + route.path === path);
    if (candidates.length === 0) return false;
    const route = candidates.find((candidate) => candidate.method === request.method);
    if (route === undefined) {
      response.setHeader('allow', candidates.map((candidate) => candidate.method).join(', '));
      answerJson(response, 405, { error: 'invalid_request', message: 'This address takes another method.' });
      return true;
    }
    try {
      await route.check?.(request.headers);
      const body = route.method === 'GET' ? Buffer.alloc(0) : await readRawBody(request, route.limit);
      const answered = await route.answer(request, body, parseJson);
      answerJson(response, answered.status, answered.body);
    } catch (error) {
      fail(response, error, path, log);
    }
    return true;
  };
}

function fail(response: ServerResponse, error: unknown, path: string, log: Log): void {
  if (error instanceof Refusal) {
    log.info('A request was refused.', { path, status: error.status, reason: error.message });
    // What is left of a body that is too large is not read.
    if (error.status === 413) response.setHeader('connection', 'close');
    answerJson(response, error.status, { error: error.code, message: error.message });
    return;
  }
  const elsewhere =
    error instanceof ServiceError || error instanceof Paused || isStatus(error, 401, 403, 404, 429, 500, 502, 503, 504);
  if (elsewhere) {
    log.warn('A request failed elsewhere.', { path, ...describeError(error) });
    answerJson(response, 503, { error: 'unavailable', message: 'GitHub or the service does not answer now.' });
    return;
  }
  log.error('A request failed.', { path, ...describeError(error) });
  answerJson(response, 500, { error: 'unexpected', message: 'Something went wrong here. Try again.' });
}
