import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Nothing but the site's own files. Images that are drawn style themselves. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const drawn = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** The documentation of the very version that runs, at `/help/`, from the folder that its pages were built into. */
export async function addHelp(server: FastifyInstance, builtPages: string): Promise<void> {
  server.get('/help', (_request, reply) => reply.redirect('/help/'));
  // Links in a page are relative to its address without the slash.
  server.get<{ Params: { page: string } }>('/help/:page/', ({ params }, reply) =>
    reply.redirect(`/help/${encodeURIComponent(params.page)}`, 301),
  );
  await server.register(fastifyStatic, {
    root: join(builtPages, 'help'),
    prefix: '/help/',
    decorateReply: false,
    // As other hosts of such a site have it: a page's address may come without its ending.
    extensions: ['html'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Asked for anew each time, and answered by 304 while it is the same.
      reply.header('cache-control', 'no-cache');
      reply.header('content-security-policy', path.endsWith('.svg') ? drawn : policy);
    },
  });
}
