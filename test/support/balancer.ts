import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeOnce } from './file-end.ts';
import { startHttpServer } from './servers.ts';

/** How often each replica's `/readyz` is checked. */
const LOOK_MS = 250;

export interface Balancer {
  /** Requests that no replica answered, as method, kind of address and reason, without secrets. */
  failures: string[];
  /** How many requests went to another replica because the first was unreachable or gave no answer. */
  moved(): number;
  close(): Promise<void>;
}

interface Replica {
  address: URL;
  agent: Agent;
  ready: boolean;
}

/** Returns whether a request can be repeated without harm. */
const isSafe = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Returns the kind of address. Addresses of links and uploads hold secrets. */
const kindOf = ({ method, url = '' }: IncomingMessage): string => `${method} /${url.split('/')[1]?.split('?')[0]}`;

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code ?? error);

/**
 * Starts a reverse proxy like an operator's: it keeps connections, sends no new request to a replica that is not ready,
 * and moves refused connections and unanswered GETs to the next one. Any other failure is a 502.
 */
export async function startBalancer(port: number, addresses: readonly string[]): Promise<Balancer> {
  const replicas: Replica[] = addresses.map((address) => ({
    address: new URL(address),
    agent: new Agent({ keepAlive: true }),
    ready: true,
  }));
  const failures: string[] = [];
  let moved = 0;
  let turn = 0;

  /** @throws when there is no answer */
  function ask(incoming: IncomingMessage, body: Buffer, { address, agent }: Replica, left: AbortSignal) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      const { method, url = '/', headers } = incoming;
      const { hostname, port } = address;
      const options = { hostname, port, agent, method, path: url, signal: left };
      // The body is read, so its length is known.
      const { 'transfer-encoding': _, connection: __, ...kept } = headers;
      const length = isSafe(incoming) ? {} : { 'content-length': body.length };
      request({ ...options, headers: { ...kept, ...length } }, resolve)
        .once('error', reject)
        .end(body);
    });
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const left = new AbortController();
    outgoing.once('close', () => left.abort());
    const body = await buffer(incoming);
    turn += 1;
    const inTurn = replicas
      .map((_, at) => replicas[(turn + at) % replicas.length])
      .filter((each) => each !== undefined);
    const order = [...inTurn.filter(({ ready }) => ready), ...inTurn.filter(({ ready }) => !ready)];
    let reason = 'nobody';
    for (const [at, replica] of order.entries()) {
      try {
        const answered = await ask(incoming, body, replica, left.signal);
        if (at > 0) moved += 1;
        const { connection: _, 'keep-alive': __, ...headers } = answered.headers;
        outgoing.writeHead(answered.statusCode ?? 502, headers);
        answered.on('error', () => outgoing.destroy()).pipe(outgoing);
        return;
      } catch (error) {
        reason = codeOf(error);
        if (left.signal.aborted) return;
        if (reason === 'ECONNREFUSED') replica.ready = false;
        else if (!isSafe(incoming)) break;
      }
    }
    failures.push(`${kindOf(incoming)}: ${reason}`);
    const message = 'No replica answered.';
    outgoing.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
  }

  const looking = setInterval(() => {
    for (const replica of replicas) {
      fetch(new URL('/readyz', replica.address), { signal: AbortSignal.timeout(5_000) }).then(
        async (answered) => {
          await answered.body?.cancel();
          replica.ready = answered.ok;
        },
        () => {
          replica.ready = false;
        },
      );
    }
  }, LOOK_MS);
  const server = await startHttpServer(answer, { port });
  return {
    failures,
    moved: () => moved,
    close: closeOnce(async () => {
      clearInterval(looking);
      for (const { agent } of replicas) agent.destroy();
      await server.close();
    }),
  };
}
