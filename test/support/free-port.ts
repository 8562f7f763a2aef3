import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The first port, below the range from which systems assign ports. */
const FIRST = 12_000;
const EACH = 100;
const BLOCKS = 200;

/** Returns whether a port is free. With `keeps`, listens on it until this process ends. */
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
 * Claims a block of ports that no other process of this machine gets, not even in another run, while this one lives. A
 * service that restarts at its port finds it free.
 */
async function claimBlock(): Promise<number> {
  for (let block = randomInt(BLOCKS); ; block = (block + 1) % BLOCKS) {
    const first = FIRST + block * EACH;
    // Listening on the block's first port marks it as taken.
    if (await canListen(first, true)) return first;
  }
}

let block: Promise<number> | undefined;
let next = 0;

/** Returns a free port on loopback that no other caller gets, since its user may start to listen only seconds later. */
export async function freePort(): Promise<number> {
  block ??= claimBlock();
  const first = await block;
  for (;;) {
    next = (next % (EACH - 1)) + 1;
    const port = first + next;
    if (await canListen(port)) return port;
  }
}
