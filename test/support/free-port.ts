import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Each of Vitest's processes has ports of its own, below those that systems give to whoever asks for any. */
const FIRST = 12_000;
const EACH = 2_000;
const SHARES = 10;
const first = FIRST + (Number(process.env.VITEST_POOL_ID ?? 0) % SHARES) * EACH;
let next = randomInt(EACH);

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/**
 * A port on loopback that nobody listens on now, and that nobody is given before it is used: whoever listens comes
 * seconds later.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % EACH;
    const port = first + next;
    if (await canListen(port)) return port;
  }
}
