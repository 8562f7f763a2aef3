import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from '../../../support/servers.ts';

interface Hold {
  /** Resolves when GitHub has handled the request; its answer is held back. */
  reached: Promise<void>;
  release(): void;
}

/** A proxy in front of the local GitHub that can hold back answers. The App gets its address as `GITHUB_API_URL`. */
export interface SlowGitHub {
  url: string;
  /** Sets where requests go from now on. */
  lead(to: string): void;
  /** Holds back the next answer to such a request. */
  hold(method: string, path: RegExp): Hold;
  close(): Promise<void>;
}

export async function startSlowGitHub(): Promise<SlowGitHub> {
  let target = '';
  const holds: Array<{ method: string; path: RegExp; reached(): void; released: Promise<void> }> = [];
  const { origin: url, close } = await startHttpServer(async (incoming, outgoing) => {
    const at = holds.findIndex(({ method, path }) => method === incoming.method && path.test(incoming.url ?? ''));
    const [held] = at === -1 ? [] : holds.splice(at, 1);
    const { host: _, ...headers } = incoming.headers;
    const forwarded = incoming.pipe(send(target + incoming.url, { method: incoming.method, headers }));
    forwarded.on('error', () => outgoing.destroy());
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    const body = await buffer(answer);
    held?.reached();
    await held?.released;
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
  });
  return {
    url,
    close,
    lead(to) {
      target = to;
    },
    hold(method, path) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holds.push({ method, path, reached: reached.resolve, released: released.promise });
      return { reached: reached.promise, release: released.resolve };
    },
  };
}
