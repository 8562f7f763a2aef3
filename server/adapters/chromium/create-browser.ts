import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { settledWithin } from '../../capture/index.ts';
import { launchBrowser } from './launch.ts';
import { createSlots } from './slots.ts';

export interface BrowserOptions {
  path: string;
  /** Contexts at the same time; 2 fits two cores */
  concurrency: number;
}

/** One browser for all captures of this process, launched when first needed and again after a crash. */
export interface SharedBrowser {
  /** A fresh context for `work`, closed after it. Waits for its turn. */
  withContext<T>(
    options: BrowserContextOptions | ((browserVersion: string) => BrowserContextOptions),
    work: (context: BrowserContext) => Promise<T>,
  ): Promise<T>;
  /** Ends the browser and whatever still runs in it. */
  close(): Promise<void>;
}

/** Long-lived browsers grow; after this many contexts the next one gets a new browser. */
const contextsPerBrowser = 300;
const closeLimitMs = 5_000;

interface Instance {
  launched: Promise<Browser>;
  contexts: number;
  active: number;
  retired: boolean;
}

export function createBrowser({ path, concurrency }: BrowserOptions): SharedBrowser {
  const slots = createSlots(concurrency);
  const instances = new Set<Instance>();
  let current: Instance | null = null;
  let closed = false;

  function start(): Instance {
    const instance: Instance = { launched: launchBrowser(path), contexts: 0, active: 0, retired: false };
    instances.add(instance);
    instance.launched.then(
      (browser) => browser.once('disconnected', () => forget(instance)),
      () => forget(instance),
    );
    return instance;
  }

  function forget(instance: Instance): void {
    instance.retired = true;
    instances.delete(instance);
    if (current === instance) current = null;
  }

  async function end(instance: Instance): Promise<void> {
    forget(instance);
    await instance.launched.then((browser) => browser.close()).catch(() => undefined);
  }

  function take(): Instance {
    if (closed) throw new Error('The browser is closed.');
    if (current !== null && current.contexts >= contextsPerBrowser) {
      const old = current;
      old.retired = true;
      current = null;
      if (old.active === 0) void end(old);
    }
    current ??= start();
    current.contexts += 1;
    current.active += 1;
    return current;
  }

  async function release(instance: Instance, context: BrowserContext | null): Promise<void> {
    instance.active -= 1;
    // A context that does not close would keep its page running: the whole browser goes.
    const clean = context === null || (await settledWithin(context.close(), closeLimitMs));
    if (!clean || (instance.retired && instance.active === 0)) void end(instance);
  }

  return {
    withContext: (options, work) =>
      slots.run(async () => {
        const instance = take();
        let context: BrowserContext | null = null;
        try {
          const browser = await instance.launched;
          context = await browser.newContext(typeof options === 'function' ? options(browser.version()) : options);
          return await work(context);
        } finally {
          await release(instance, context);
        }
      }),
    async close() {
      closed = true;
      await Promise.all([...instances].map(end));
    },
  };
}
