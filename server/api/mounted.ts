import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { addressToCount } from './address.ts';
import type { ByteQuota } from './byte-quota.ts';
import { counted, patiently, usualPatience } from './upload-body.ts';

/** What this process serves besides its own routes: the GitHub App. */
export interface Mounted {
  /** Paths that it answers POST on. */
  paths: readonly string[];
  /** Paths that it answers GET on; one may end in `/*`. */
  pages: readonly string[];
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/** Lets the mounted part answer. If it leaves the request unanswered or throws, the request is answered here. */
async function answer(mounted: Mounted, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const end = (status: number, error: string, message: string): void => {
    if (response.headersSent) response.end();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error, message }));
  };
  try {
    const known = await mounted.handle(request, response);
    if (!known && !response.writableEnded) end(404, 'not_found', 'There is nothing at this address.');
  } catch (error) {
    end(500, 'unexpected', 'Something went wrong on our side. Try again.');
    throw error;
  }
}

/**
 * Passes requests for its paths to what is mounted, which reads and limits the bodies itself. Bodies arrive as
 * `rawBody`, and their bytes count as they arrive. Its answers get `headers`.
 */
export async function addMounted(
  server: FastifyInstance,
  mounted: Mounted,
  quota: ByteQuota,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  for (const url of mounted.pages) {
    server.get(url, async (request, reply) => {
      reply.hijack();
      for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
      await answer(mounted, request.raw, reply.raw);
    });
  }
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const url of mounted.paths) {
      scope.post(url, async (request, reply) => {
        const reservation = quota.open(addressToCount(request.ip));
        const rawBody = Readable.from(counted(patiently(request.raw, usualPatience), reservation), {
          objectMode: false,
        });
        reply.hijack();
        for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
        try {
          await answer(mounted, Object.assign(request.raw, { rawBody }), reply.raw);
        } finally {
          reservation.release();
        }
      });
    }
  });
}
