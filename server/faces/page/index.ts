import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../domain/failure.ts';
import type { Ports } from '../../domain/ports.ts';
import { findGuestLink, findLink } from '../../domain/review/find-link.ts';
import { sealPageKey } from '../../domain/review/page-key.ts';
import { readReview } from '../../domain/review/read-review.ts';
import { getPicture } from '../../domain/shot/get-picture.ts';
import { readGuestReview } from '../../domain/suggestion/read-guest-review.ts';
import { createFirstView, type FirstView } from './first-view.ts';
import { sendPage } from './send-page.ts';

/** An address leads to one picture as long as it leads to any: which one, its tag need not say. */
const FOR_EVER = '"1"';

/** The reviewer's and the guests' page, their assets and the pictures. Opening any of them changes nothing. */
export async function addPages(server: FastifyInstance, ports: Ports, builtPages: string): Promise<void> {
  const read = (name: string) => readFile(join(builtPages, name));
  const [review, guest, gone, home, workspace] = await Promise.all([
    read('review.html'),
    read('guest.html'),
    read('gone.html'),
    read('home.html'),
    read('workspace.html'),
  ]);

  await server.register(fastifyStatic, {
    root: join(builtPages, 'assets'),
    prefix: '/assets/',
    // The build lays packed copies beside them.
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  });
  server.get('/', (_request, reply) => sendPage(reply, home));
  server.get('/workspace', (_request, reply) => sendPage(reply, workspace));
  /**
   * A page for whoever holds a link of its kind; a link of the other kind opens nothing. A browser that opens it for a
   * person gets what the page shows first along with it. What follows links by itself, to preview or to scan, does not
   * say so and learns nothing of the review.
   */
  const pageOf = (
    path: string,
    first: (token: string) => Promise<{ view: FirstView; key: string | null }>,
    built: Buffer,
  ) => {
    const withFirst = createFirstView(built);
    server.get<{ Params: { token: string } }>(path, async (request, reply) => {
      // Whatever keeps pages against our word must not give a person's to a scanner.
      reply.header('vary', 'sec-fetch-dest');
      try {
        const { view, key } = await first(request.params.token);
        const isShown = request.headers['sec-fetch-dest'] === 'document';
        return sendPage(reply, withFirst(isShown ? view : null, key));
      } catch (error) {
        if (error instanceof DomainError && error.code === 'not_found') return sendPage(reply, gone, 404);
        throw error;
      }
    });
  };
  pageOf(
    '/r/:token',
    async (token) => {
      const reviewer = await findLink(ports, token);
      const answer = await readReview(ports, reviewer);
      return { view: { answer, shots: answer.review.screenshots }, key: sealPageKey(ports, reviewer) };
    },
    review,
  );
  pageOf(
    '/g/:token',
    async (token) => {
      const answer = await readGuestReview(ports, await findGuestLink(ports, token));
      return { view: { answer, shots: answer.screenshots }, key: null };
    },
    guest,
  );
  server.get<{ Params: { capability: string; variant: string } }>('/p/:capability/:variant', async (request, reply) => {
    const picture = await getPicture(ports, request.params.capability, request.params.variant);
    const tag = picture.immutable ? { etag: FOR_EVER } : {};
    const isKnown = picture.immutable && request.headers['if-none-match']?.includes(FOR_EVER) === true;
    // Before anything is said of keeping it: a store that is away is asked again.
    const file = isKnown ? null : await picture.read();
    reply.headers({
      ...tag,
      'content-type': picture.contentType,
      'cache-control': picture.immutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (file === null) return reply.code(304).send();
    if (Buffer.isBuffer(file)) return reply.send(file);
    reply.header('content-length', file.size);
    if (request.method !== 'HEAD') return reply.send(file.content);
    // Its size was all that was asked for: the rest would be read for nobody.
    file.content.destroy();
    return reply.send(Readable.from([]));
  });
}
