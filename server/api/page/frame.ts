import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isFrameCapability } from '../../domain/review/page-credentials.ts';

/** Lets any page read an answer. Nothing here depends on a cookie. */
export const readableAnywhere = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

const preflight = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'accept, content-type, idempotency-key, x-page-key',
  'access-control-max-age': '7200',
} as const;

/** Lets the frame of an agent's chat, which has a different origin, send requests with its capability; no others. */
export function addFrameAccess(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ method, url }, reply) => {
    const [, path, credential = ''] = url.split(/[/?]/);
    if (path !== 'r' || !isFrameCapability(credential)) return undefined;
    reply.headers(readableAnywhere);
    return method === 'OPTIONS' ? reply.code(204).headers(preflight).send() : undefined;
  });
}

/**
 * Returns the review's page for a frame inside an agent's chat: the built page, whose addresses name the service, with
 * the script that speaks to the host before everything else.
 */
export async function readFramePage(builtPages: string, baseUrl: string): Promise<string> {
  const [page, script] = await Promise.all(
    ['review.html', 'bridge.js'].map((name) => readFile(join(builtPages, name), 'utf8')),
  );
  if (page === undefined || script === undefined) throw new Error('The pages are not built');
  return page
    .replaceAll('="/assets/', `="${baseUrl}/assets/`)
    .replace(
      '</head>',
      () => `<meta name="service" content="${baseUrl}" /><script type="module">${script.trim()}</script></head>`,
    );
}
