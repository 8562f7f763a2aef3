import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Something else that is served by this process: the GitHub App, which is a client of the service like any other. */
export interface Mounted {
  /** Paths that it answers POST on. */
  paths: readonly string[];
  /** Paths that it answers GET on; one may end in `/*`. */
  pages?: readonly string[];
  /** Whether it lets people sign in. */
  signsIn: boolean;
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

const LARGEST_WEBHOOK = 26_000_000;

/** Gives its paths to what is mounted, bodies unread but as bytes: signatures are over those. Its answers get `headers`. */
export async function addMounted(
  server: FastifyInstance,
  mounted: Mounted,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  for (const url of mounted.pages ?? []) {
    server.get(url, async (request, reply) => {
      reply.hijack();
      for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
      await mounted.handle(request.raw, reply.raw);
    });
  }
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_WEBHOOK }, (_request, body, done) =>
      done(null, body),
    );
    for (const url of mounted.paths) {
      scope.post(url, { bodyLimit: LARGEST_WEBHOOK }, async (request, reply) => {
        reply.hijack();
        for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
        await mounted.handle(Object.assign(request.raw, { rawBody: request.body }), reply.raw);
      });
    }
  });
}
