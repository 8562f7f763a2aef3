import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../../domain/failure.ts';
import type { Guest, Ports, Reviewer } from '../../domain/ports.ts';
import { findGuestLink, findLink } from '../../domain/review/find-link.ts';
import { chainOf } from '../../domain/review/store.ts';
import { closed, protection } from '../protect.ts';

/** How many streams one link may have in one process, and all links together. */
export const MOST_OF_LINK = 30;
const MOST = 2_000;
/** At most four changes a second are told: a page reads everything anew after each. */
const PAUSE_MS = 250;
/** So that nothing on the way takes a quiet stream for a dead one. */
const COMMENT_MS = 20_000;
/** What a reader may leave unread before it counts as gone, in bytes. */
const MOST_UNREAD = 16_384;
const WAIT_SECONDS = 10;

type Holder = Reviewer | Guest;

/** Whose stream it is: by its room, and by the address that it goes to. */
interface Listener {
  key: string;
  address: string;
}

/** The streams of one link in this process, with one ear for all of them. */
interface Room {
  streams: Set<ServerResponse>;
  close(): void;
}

/** The oldest stream of the address that has the most of them, if those are two more than `address` has; or null. */
function oneTooMany(all: ReadonlyMap<ServerResponse, Listener>, address: string): ServerResponse | null {
  const held = new Map([[address, 1]]);
  for (const each of all.values()) held.set(each.address, (held.get(each.address) ?? 0) + 1);
  const [greedy, most] = [...held].reduce((one, other) => (other[1] > one[1] ? other : one));
  if (most <= (held.get(address) ?? 0)) return null;
  return [...all].find(([, each]) => each.address === greedy)?.[0] ?? null;
}

function write(stream: ServerResponse, text: string): void {
  if (stream.writableLength > MOST_UNREAD) stream.destroy();
  else stream.write(text);
}

const tell = (streams: Iterable<ServerResponse>): void => {
  for (const stream of streams) write(stream, 'event: change\ndata: {}\n\n');
};

/** Hears every change of a review and its chain, tells its streams, and ends them when the review is no more. */
function openRoom(ports: Ports, holder: Holder, chainId: string): Room {
  const streams = new Set<ServerResponse>();
  let toldAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  async function change(): Promise<void> {
    timer = undefined;
    toldAt = performance.now();
    // A database that does not answer says nothing of the review: the pages read it anew and see for themselves.
    const isThere = await chainOf(ports.db, holder.workspaceId, holder.reviewId).then(
      (found) => found !== null,
      () => true,
    );
    tell(streams);
    if (!isThere) for (const stream of streams) stream.end();
  }

  const heard = (subject: string | null): void => {
    if (subject !== null && subject !== holder.reviewId && subject !== chainId) return;
    timer ??= setTimeout(change, Math.max(0, toldAt + PAUSE_MS - performance.now()));
  };
  const { workspaceId, reviewId } = holder;
  const stop = ports.signals.listen('change', heard, { workspaceId, reviewId });
  return {
    streams,
    close() {
      clearTimeout(timer);
      stop();
      for (const stream of streams) stream.end();
    },
  };
}

/**
 * `GET /r/{token}/events` and `/g/{token}/events`: a stream that says `change` after each change of the review or its
 * chain, whichever process made it, and at its beginning, for what happened before it was open. It says nothing else:
 * the page reads the view again. Opening it changes nothing. Ends when the review is deleted or this process stops. At
 * most `most` of all links in this process: when they are taken, the address that has the most gives one to who has less.
 */
export function addEvents(server: FastifyInstance, ports: Ports, most = MOST): void {
  const rooms = new Map<string, Room>();
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
    const room = rooms.get(key);
    if (room?.streams.delete(stream) !== true || room.streams.size > 0) return;
    rooms.delete(key);
    room.close();
  }

  /** Answers what cannot be let in; null for what can. */
  function refuse({ key, address }: Listener, reply: FastifyReply): FastifyReply | null {
    const taken = all.size < most ? null : oneTooMany(all, address);
    if (draining || (all.size >= most && taken === null)) {
      const message = 'This service cannot keep more pages up to date at the moment. Reload the page to see changes.';
      return reply.code(503).header('retry-after', WAIT_SECONDS).send({ error: 'unavailable', message });
    }
    if ((rooms.get(key)?.streams.size ?? 0) < MOST_OF_LINK) {
      // At once and not in good order: whoever takes many may read none, and then nothing ever ends.
      if (taken !== null) leave(taken.destroy());
      return null;
    }
    throw new DomainError('rate_limited', 'Too many pages are open with this link. Close some, or reload them later.', {
      retry_after: WAIT_SECONDS,
      limit: MOST_OF_LINK,
    });
  }

  async function open(holder: Holder, address: string, reply: FastifyReply): Promise<FastifyReply> {
    const key = `${holder.kind}:${holder.reviewId}`;
    const chainId = await chainOf(ports.db, holder.workspaceId, holder.reviewId);
    if (chainId === null) throw new DomainError('not_found', 'There is no such review here.');
    const refused = refuse({ key, address }, reply);
    if (refused !== null) return refused;
    const { raw: stream } = reply.hijack();
    const room = rooms.get(key) ?? openRoom(ports, holder, chainId);
    rooms.set(key, room);
    room.streams.add(stream);
    all.set(stream, { key, address });
    stream.once('close', () => leave(stream));
    stream.on('error', () => stream.destroy());
    // Whoever went while the database was asked will not say so again.
    if (stream.destroyed) leave(stream);
    comments ??= setInterval(() => {
      for (const each of all.keys()) write(each, ':\n\n');
    }, COMMENT_MS);
    const headers = {
      ...protection(ports.settings.version),
      ...closed,
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      // So that the socket is free for nobody else when a stopping process ends the stream.
      connection: 'close',
    };
    for (const [name, value] of Object.entries(headers)) stream.setHeader(name, value);
    stream.writeHead(200);
    stream.write('retry: 3000\n\n');
    tell([stream]);
    return reply;
  }

  // Before the server waits for what is under way: these would never end by themselves.
  server.addHook('preClose', async () => {
    draining = true;
    clearInterval(comments);
    for (const room of rooms.values()) room.close();
  });
  for (const [path, find] of [
    ['/r/:token/events', findLink],
    ['/g/:token/events', findGuestLink],
  ] as const) {
    server.get<{ Params: { token: string } }>(path, { exposeHeadRoute: false }, async (request, reply) =>
      open(await find(ports, request.params.token), request.ip, reply),
    );
  }
}
