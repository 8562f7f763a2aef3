import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to whoever asks for any. */
const FIRST = 12_000;
const EACH = 100;
const BLOCKS = 200;

/** Whether nobody listens there; whoever `keeps` it listens until this process ends. */
const canListen = (port: number, keeps = false): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => {
      if (!keeps) return probe.close(() => resolve(true));
      probe.unref();
      resolve(true);
    });
  });

/**
 * Ports that no other process on this machine is given, not those of another run either, as long as this one lives: a
 * process that is ended and comes back at its port finds nobody else there.
 */
async function claimBlock(): Promise<number> {
  for (let block = randomInt(BLOCKS); ; block = (block + 1) % BLOCKS) {
    const first = FIRST + block * EACH;
    // Its first port says that it is taken.
    if (await canListen(first, true)) return first;
  }
}

let block: Promise<number> | undefined;
let next = 0;

/**
 * A port on loopback that nobody listens on now, and that nobody is given before it is used: whoever listens comes
 * seconds later.
 */
export async function freePort(): Promise<number> {
  block ??= claimBlock();
  const first = await block;
  for (;;) {
    next = (next % (EACH - 1)) + 1;
    const port = first + next;
    if (await canListen(port)) return port;
  }
}
