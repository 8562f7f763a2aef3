import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Allows only the site's own files. Drawn images contain their own styles. */
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

/** Serves the documentation of the running version at `/help/`, from the folder of built pages. */
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
    // As on other hosts of such a site, a page's address may omit its ending.
    extensions: ['html'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The browser revalidates each time, and gets a 304 while the page is unchanged.
      reply.header('cache-control', 'no-cache');
      reply.header('content-security-policy', path.endsWith('.svg') ? drawn : policy);
    },
  });
}
