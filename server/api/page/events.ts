import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../../domain/failure.ts';
import type { Guest, Ports, Reviewer } from '../../domain/ports.ts';
import { findGuestLink, findLink } from '../../domain/review/links.ts';
import { chainOf } from '../../domain/review/store.ts';
import { addressToCount } from '../address.ts';
import { closed, protection } from '../protect.ts';

/** How many streams one link may have in one process, and all links together. */
export const MAX_PER_LINK = 30;
const MAX_STREAMS = 2_000;
/** Milliseconds between two events: at most four a second, because a page reads everything again after each. */
const PAUSE_MS = 250;
/** Keeps proxies from closing a quiet stream. */
const COMMENT_MS = 20_000;
/** How many bytes a client may leave unread before its stream is closed. */
const MAX_UNREAD = 16_384;
const WAIT_SECONDS = 10;

type Holder = Reviewer | Guest;

/** The owner of a stream: the key of its channel, and what limits count the client's address by. */
interface Listener {
  key: string;
  address: string;
}

/** The streams of one link in this process, with one listener for all of them. */
interface Channel {
  streams: Set<ServerResponse>;
  close(): void;
}

/**
 * Returns the oldest stream of the address with the most streams, if that has at least two more than `address`; else
 * null.
 */
function oneTooMany(all: ReadonlyMap<ServerResponse, Listener>, address: string): ServerResponse | null {
  const held = new Map([[address, 1]]);
  for (const each of all.values()) held.set(each.address, (held.get(each.address) ?? 0) + 1);
  const [greedy, most] = [...held].reduce((one, other) => (other[1] > one[1] ? other : one));
  if (most <= (held.get(address) ?? 0)) return null;
  return [...all].find(([, each]) => each.address === greedy)?.[0] ?? null;
}

function write(stream: ServerResponse, text: string): void {
  if (stream.writableLength > MAX_UNREAD) stream.destroy();
  else stream.write(text);
}

const notify = (streams: Iterable<ServerResponse>): void => {
  for (const stream of streams) write(stream, 'event: change\ndata: {}\n\n');
};

/**
 * Opens a channel that notifies its streams of every change of a review and its chain, and ends them when the review is
 * deleted.
 */
function openChannel(ports: Ports, holder: Holder, chainId: string): Channel {
  const streams = new Set<ServerResponse>();
  let notifiedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  async function change(): Promise<void> {
    timer = undefined;
    notifiedAt = performance.now();
    // When the database does not answer, the review may still exist; the pages find out when they read it.
    const isThere = await chainOf(ports.db, holder.workspaceId, holder.reviewId).then(
      (found) => found !== null,
      () => true,
    );
    notify(streams);
    if (!isThere) for (const stream of streams) stream.end();
  }

  const onChange = (subject: string | null): void => {
    if (subject !== null && subject !== holder.reviewId && subject !== chainId) return;
    timer ??= setTimeout(change, Math.max(0, notifiedAt + PAUSE_MS - performance.now()));
  };
  const stop = ports.signals.listen('change', onChange);
  return {
    streams,
    close() {
      clearTimeout(timer);
      stop();
      for (const stream of streams) stream.end();
    },
  };
}

/** Sends the beginning of an event stream, with the headers that its answer has already. */
function begin(
  stream: ServerResponse,
  version: string,
  given: Record<string, string | number | string[] | undefined>,
): void {
  const headers = {
    ...given,
    ...protection(version),
    ...closed,
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    // The socket is not reused, so it closes when a stopping process ends the stream.
    connection: 'close',
  };
  for (const [name, value] of Object.entries(headers)) stream.setHeader(name, value ?? '');
  stream.writeHead(200);
  stream.write('retry: 3000\n\n');
}

/**
 * `GET /r/{token}/events` and `/g/{token}/events`: a stream that sends `change` after each change of the review or its
 * chain, whichever process made it, and once at its beginning, for changes from before it was open. It sends nothing
 * else; the page then reads the view again. Opening it changes nothing. It ends when the review is deleted or this
 * process stops. At most `most` streams of all links are open in this process. When all are taken, the address with the
 * most streams loses one to an address that has fewer.
 */
export function addEvents(server: FastifyInstance, ports: Ports, most = MAX_STREAMS): void {
  const channels = new Map<string, Channel>();
  const all = new Map<ServerResponse, Listener>();
  let draining = false;
  let comments: NodeJS.Timeout | undefined;

  function leave(stream: ServerResponse): void {
    const key = all.get(stream)?.key ?? '';
    all.delete(stream);
    if (all.size === 0) {
      clearInterval(comments);
      comments = undefined;
    }
    const channel = channels.get(key);
    if (channel?.streams.delete(stream) !== true || channel.streams.size > 0) return;
    channels.delete(key);
    channel.close();
  }

  /** Answers a request that cannot get a stream; returns null for one that can. */
  function refuse({ key, address }: Listener, reply: FastifyReply): FastifyReply | null {
    const taken = all.size < most ? null : oneTooMany(all, address);
    if (draining || (all.size >= most && taken === null)) {
      const message = 'This service cannot keep more pages up to date at the moment. Reload the page to see changes.';
      return reply.code(503).header('retry-after', WAIT_SECONDS).send({ error: 'unavailable', message });
    }
    if ((channels.get(key)?.streams.size ?? 0) < MAX_PER_LINK) {
      // Closed without a regular end: a client that does not read would never let the stream end.
      if (taken !== null) leave(taken.destroy());
      return null;
    }
    throw new DomainError('rate_limited', 'Too many pages are open with this link. Close some, or reload them later.', {
      retry_after: WAIT_SECONDS,
      limit: MAX_PER_LINK,
    });
  }

  async function open(holder: Holder, address: string, reply: FastifyReply): Promise<FastifyReply> {
    const key = `${holder.kind}:${holder.reviewId}`;
    const chainId = await chainOf(ports.db, holder.workspaceId, holder.reviewId);
    if (chainId === null) throw new DomainError('not_found', 'There is no such review here.');
    const refused = refuse({ key, address }, reply);
    if (refused !== null) return refused;
    const given = reply.getHeaders();
    const { raw: stream } = reply.hijack();
    const channel = channels.get(key) ?? openChannel(ports, holder, chainId);
    channels.set(key, channel);
    channel.streams.add(stream);
    all.set(stream, { key, address });
    stream.once('close', () => leave(stream));
    stream.on('error', () => stream.destroy());
    // The client may have left while the database was queried; no second close event follows.
    if (stream.destroyed) leave(stream);
    comments ??= setInterval(() => {
      for (const each of all.keys()) write(each, ':\n\n');
    }, COMMENT_MS);
    begin(stream, ports.settings.version, given);
    notify([stream]);
    return reply;
  }

  // Runs before the server waits for open requests, because streams never end by themselves.
  server.addHook('preClose', async () => {
    draining = true;
    clearInterval(comments);
    for (const channel of channels.values()) channel.close();
  });
  for (const [path, find] of [
    ['/r/:token/events', findLink],
    ['/g/:token/events', findGuestLink],
  ] as const) {
    server.get<{ Params: { token: string } }>(path, { exposeHeadRoute: false }, async (request, reply) =>
      open(await find(ports, request.params.token), addressToCount(request.ip), reply),
    );
  }
}
