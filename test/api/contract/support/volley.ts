import { Agent, request } from 'node:http';

export interface Shot {
  /** What the request tests, for the message of a failure. */
  what: string;
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | null;
}

export interface Answer {
  status: number;
  type: string;
  text: string;
}

const ANSWER_WITHIN_MS = 240_000;

/**
 * Sends one request exactly as given, without what an HTTP client adds. Status 0: the connection closed without an
 * answer.
 */
async function send(agent: Agent | false, origin: URL, shot: Shot): Promise<Answer | 'hangs'> {
  return new Promise((resolve) => {
    const { method, path, headers, body } = shot;
    const length = body === null ? {} : { 'content-length': String(body.length) };
    const outgoing = request(
      { agent, host: origin.hostname, port: origin.port, method, path, headers: { ...length, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            type: String(incoming.headers['content-type'] ?? ''),
            text: Buffer.concat(chunks).toString(),
          }),
        );
        incoming.on('error', () => resolve({ status: 0, type: '', text: '' }));
      },
    );
    outgoing.setTimeout(ANSWER_WITHIN_MS, () => {
      resolve('hangs');
      outgoing.destroy();
    });
    outgoing.on('error', () => resolve({ status: 0, type: '', text: '' }));
    outgoing.end(body ?? undefined);
  });
}

/** Describes a request so that a person can repeat it, without its bearer token. */
function describeShot({ what, method, path, headers, body }: Shot): string {
  const { authorization: _, ...shown } = headers;
  return `${what}: ${method} ${path.slice(0, 500)} ${JSON.stringify(shown)} ${JSON.stringify(body?.toString().slice(0, 1000) ?? null)}`;
}

export interface Volley {
  statuses: Record<string, number>;
  /** The answers that `judge` rejected, each with its request. */
  faults: string[];
  /** How many answers there were. */
  sent: number;
}

/** Sends requests, at most `width` at a time, and judges every answer. */
export async function fire(
  url: string,
  shots: Iterable<Shot>,
  judge: (answer: Answer, shot: Shot) => string | null,
  between: (sent: number) => Promise<void>,
  width = 16,
): Promise<Volley> {
  const agent = new Agent({ keepAlive: true, maxSockets: width });
  const origin = new URL(url);
  const queue = shots[Symbol.iterator]();
  const volley: Volley = { statuses: {}, faults: [], sent: 0 };
  async function work(): Promise<void> {
    for (;;) {
      const next = queue.next();
      if (next.done === true) return;
      volley.sent += 1;
      await between(volley.sent);
      let answer = await send(agent, origin, next.value);
      // The server may close a reused connection at this moment, as HTTP allows. Clients then retry on a new one.
      if (answer !== 'hangs' && answer.status === 0) answer = await send(false, origin, next.value);
      const status = answer === 'hangs' ? 'hangs' : String(answer.status);
      volley.statuses[status] = (volley.statuses[status] ?? 0) + 1;
      const fault = answer === 'hangs' ? 'no answer in time' : judge(answer, next.value);
      if (fault !== null) volley.faults.push(`${fault} — ${describeShot(next.value)}`);
    }
  }
  await Promise.all(Array.from({ length: width }, work));
  agent.destroy();
  return volley;
}
