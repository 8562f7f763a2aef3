import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeFault } from '../../domain/describe-fault.ts';
import { DomainError } from '../../domain/failure.ts';
import { readGuestReview } from '../../domain/guest/read-guest-review.ts';
import { getImage } from '../../domain/image/get-image.ts';
import type { Ports } from '../../domain/ports.ts';
import { getPrintedPage } from '../../domain/printout/request-printout.ts';
import { findByLink, findGuestLink, findLink } from '../../domain/review/links.ts';
import { encryptPageKey } from '../../domain/review/page-credentials.ts';
import { toReviewerView } from '../../domain/reviewer/read-review.ts';
import { toFailure } from '../failure.ts';
import { createReviewPage, type FirstView, type ReviewPage } from './first-view.ts';
import { readableAnywhere } from './frame.ts';
import { policyOf, sendPage, sendPrintedPage } from './send-page.ts';

/** The ETag of every image: an address never leads to a second image, so the tag need not identify it. */
const FOR_EVER = '"1"';

/** What a link opens. */
interface Opened {
  /** What the page sends back with a decision */
  key: string | null;
  read(): Promise<FirstView>;
}

/** Adds the reviewer's and the guests' page, their assets and the images. Opening any of them changes nothing. */
export async function addPages(server: FastifyInstance, ports: Ports, builtPages: string): Promise<void> {
  const read = (name: string) => readFile(join(builtPages, name));
  const [review, guest, notFoundPage, home, workspace] = await Promise.all([
    read('review.html'),
    read('guest.html'),
    read('no-review.html'),
    read('home.html'),
    read('workspace.html'),
  ]);

  await server.register(fastifyStatic, {
    root: join(builtPages, 'assets'),
    prefix: '/assets/',
    // The build stores compressed copies beside the assets.
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    setHeaders: (reply) => void reply.headers(readableAnywhere),
  });
  const reviewPage = createReviewPage(review);
  /** Sends the page that says why there is none; to a person, of a failure, `page`, whose script keeps trying. */
  const sendFailure = (request: FastifyRequest, reply: FastifyReply, error: unknown, page: Buffer) => {
    if (error instanceof DomainError && error.code === 'not_found') {
      return sendPage(reply, notFoundPage, { status: 404 });
    }
    if (request.headers['sec-fetch-dest'] !== 'document') throw error;
    request.log.error({ err: describeFault(error) }, 'the page of a link');
    const allows = policyOf(page.toString());
    return sendPage(reply, page, { allows, status: toFailure(error, request.id).status });
  };
  server.get('/', (_request, reply) => sendPage(reply, home));
  server.get('/workspace', (_request, reply) => sendPage(reply, workspace));
  /**
   * Sends the page of one kind of link; a link of the other kind opens nothing. A browser that opens the page for a
   * person also gets the page's first view. Programs that follow links by themselves, to preview or to scan, do not get
   * it and learn nothing about the review.
   */
  const pageOf = (path: string, page: ReviewPage, built: Buffer, open: (token: string) => Promise<Opened>) => {
    const allows = policyOf(built.toString());
    server.get<{ Params: { token: string } }>(path, async (request, reply) => {
      // A cache that stores pages despite our headers must not give a person's page to a scanner.
      reply.header('vary', 'sec-fetch-dest');
      try {
        const { key, read } = await open(request.params.token);
        if (request.headers['sec-fetch-dest'] !== 'document') return sendPage(reply, page.plain(key), { allows });
        const first = () =>
          read().catch((error: unknown) => {
            // The page's script reads the review again, and says what is wrong.
            request.log.error({ err: describeFault(error) }, 'the first view of a page');
            return null;
          });
        return sendPage(reply, Readable.from(page.withFirst(key, first)), { allows });
      } catch (error) {
        return sendFailure(request, reply, error, page.plain(null));
      }
    });
  };
  pageOf('/r/:token', reviewPage, review, async (token) => {
    const { reviewer, row } = await findByLink(ports, token);
    const read = async () => {
      const answer = await toReviewerView(ports, ports.db, row);
      return { answer, shots: answer.review.screenshots };
    };
    return { key: encryptPageKey(ports, reviewer), read };
  });
  pageOf('/g/:token', createReviewPage(guest), guest, async (token) => {
    const actor = await findGuestLink(ports, token);
    const read = async () => {
      const answer = await readGuestReview(ports, actor, {});
      return { answer, shots: answer.screenshots };
    };
    return { key: null, read };
  });
  server.get<{ Params: { token: string } }>('/r/:token/printout', async (request, reply) => {
    try {
      return sendPrintedPage(reply, await getPrintedPage(ports, await findLink(ports, request.params.token)));
    } catch (error) {
      // The review page loads this page again once the service can read the review.
      return sendFailure(request, reply, error, reviewPage.plain(null));
    }
  });
  addImages(server, ports);
}

/** Serves images by their capabilities, and what else belongs to a screenshot. */
function addImages(server: FastifyInstance, ports: Ports): void {
  server.get<{ Params: { capability: string; variant: string } }>('/p/:capability/:variant', async (request, reply) => {
    const image = await getImage(ports, request.params.capability, request.params.variant);
    const tag = image.immutable ? { etag: FOR_EVER } : {};
    const isKnown = image.immutable && request.headers['if-none-match']?.includes(FOR_EVER) === true;
    // Read before any caching header is set, so that a failure of the storage is not cached.
    const file = isKnown ? null : await image.read();
    reply.headers({
      ...tag,
      ...(image.saveAs === undefined ? {} : { 'content-disposition': `attachment; filename="${image.saveAs}"` }),
      'content-type': image.contentType,
      'cache-control': image.immutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      ...readableAnywhere,
    });
    if (file === null) return reply.code(304).send();
    if (Buffer.isBuffer(file)) return reply.send(file);
    reply.header('content-length', file.size);
    if (request.method !== 'HEAD') return reply.send(file.content);
    // The client only wanted the size, so the rest is not read.
    file.content.destroy();
    return reply.send(Readable.from([]));
  });
}
