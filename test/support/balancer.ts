import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from './servers.ts';

/** So often each replica is asked whether it wants requests. */
const LOOK_MS = 250;

export interface Balancer {
  /** Requests that no replica answered, as method, kind of address and reason: no secrets. */
  failures: string[];
  /** How many were given to another replica because the first could not be reached, or went without a word of an answer. */
  moved(): number;
  close(): Promise<void>;
}

interface Replica {
  address: URL;
  agent: Agent;
  ready: boolean;
}

/** What may be asked twice without harm. */
const isSafe = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** The kind of address: those of links and uploads hold secrets. */
const kindOf = ({ method, url = '' }: IncomingMessage): string => `${method} /${url.split('/')[1]?.split('?')[0]}`;

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code ?? error);

/**
 * A reverse proxy as an operator has one: connections are kept, replicas whose `/readyz` says no get no new requests, a
 * refused connection and a GET without an answer go to the next one. Everything else that fails is a 502.
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
      // The length is known by now.
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
    async close() {
      clearInterval(looking);
      for (const { agent } of replicas) agent.destroy();
      await server.close();
    },
  };
}
