import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describeFault } from '../describe-fault.ts';
import type { Ports } from '../ports.ts';
import { deliver } from './deliver.ts';
import { PLACES, placesLeft, type UnderWay } from './rules.ts';
import { type ClaimedDelivery, claimDeliveries, releaseLeases } from './store.ts';

/** The longest time between two looks at the database, even if every signal is lost. */
const LOOK_MS = 1_000;
/** The longest pause between two looks at a database that fails. */
const MAX_PAUSE_MS = 5_000;

export interface Dispatcher {
  /**
   * Stops starting deliveries, waits up to `withinMs` for those under way, and releases the rest, which another worker
   * can then take at once. An interrupted delivery does not count as a failure. Never fails.
   */
  stop(withinMs: number): Promise<void>;
}

interface Running {
  delivery: ClaimedDelivery;
  since: number;
  ended: Promise<void>;
}

/** Tracks the deliveries that this process is sending. */
function createUnderWay(ports: Ports, onEnd: () => void) {
  const running = new Map<string, Running>();
  let abandoned = false;
  return {
    count(): UnderWay {
      const now = performance.now();
      let slow = 0;
      for (const { since } of running.values()) slow += now - since >= PLACES.slowMs ? 1 : 0;
      return { quick: running.size - slow, slow };
    },
    begin(delivery: ClaimedDelivery): void {
      // A delivery that lost its lease may be claimed again while its former exchange is still under way.
      const key = `${delivery.id} ${delivery.leasedUntil.getTime()}`;
      const ended = deliver(ports, delivery, () => abandoned).then(() => {
        running.delete(key);
        onEnd();
      });
      running.set(key, { delivery, since: performance.now(), ended });
    },
    async ended(): Promise<void> {
      await Promise.all([...running.values()].map((each) => each.ended));
    },
    /** Releases the leases of deliveries that have not ended. */
    async release(): Promise<void> {
      abandoned = true;
      const leases = [...running.values()].map(({ delivery }) => delivery);
      if (leases.length === 0) return;
      ports.log.warn({ deliveries: leases.length }, 'deliveries were interrupted and released');
      await releaseLeases(ports.db, leases).catch((error: unknown) =>
        ports.log.warn({ error: describeFault(error) }, 'deliveries come back when their leases end'),
      );
    },
  };
}

/**
 * Sends due deliveries until it is stopped. The delivery rows decide what is due; signals and timers only decide when
 * to look.
 */
export function startDispatching(ports: Ports): Dispatcher {
  const underWay = createUnderWay(ports, () => wake());
  const stopping = new AbortController();
  let asked = false;
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;

  /** Claims and begins due deliveries. @returns in how many milliseconds to look again */
  async function look(): Promise<number> {
    const { most, onlySound } = placesLeft(underWay.count());
    if (most === 0) return LOOK_MS;
    const { claimed, nextMs } = await claimDeliveries(ports.db, { most, onlySound, from: randomBytes(4) });
    if (stopping.signal.aborted) await releaseLeases(ports.db, claimed);
    else for (const delivery of claimed) underWay.begin(delivery);
    if (claimed.length === most) asked = true;
    return Math.min(LOOK_MS, nextMs === null ? LOOK_MS : Math.ceil(nextMs) + 1);
  }

  async function lookWhileAsked(): Promise<void> {
    let again = LOOK_MS;
    while (asked && !stopping.signal.aborted) {
      asked = false;
      try {
        again = await look();
        failures = 0;
      } catch (error) {
        // The pause also applies to signals, so they do not make a failing database fail faster.
        const pause = Math.min(MAX_PAUSE_MS, 100 * 2 ** Math.min(failures, 6));
        if (failures === 0) ports.log.warn({ error: describeFault(error) }, 'deliveries cannot be claimed');
        failures += 1;
        asked = true;
        await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    looking = null;
    if (stopping.signal.aborted) return;
    timer = setTimeout(wake, again);
  }

  /** Looks now, or once more after the current look, however often it is called meanwhile. */
  function wake(): void {
    asked = true;
    if (looking !== null || stopping.signal.aborted) return;
    clearTimeout(timer);
    looking = lookWhileAsked();
  }

  const stopListening = ports.signals.listen('delivery', wake);
  wake();
  return {
    async stop(withinMs) {
      stopping.abort();
      stopListening();
      clearTimeout(timer);
      const late = new AbortController();
      const ended = (async () => {
        await looking;
        await underWay.ended();
      })();
      await Promise.race([ended, wait(withinMs, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
      await underWay.release();
    },
  };
}
