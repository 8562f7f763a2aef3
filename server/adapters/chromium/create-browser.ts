import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { CaptureFailure, settledWithin } from '../../capture/index.ts';
import { createSlots } from '../slots.ts';
import { launchBrowser } from './launch.ts';

export interface BrowserOptions {
  path: string;
  /** Contexts at the same time; 2 fits two cores */
  concurrency: number;
  /** Is called once, with a sentence, when the browsers run without a sandbox of their own. */
  warn?: (problem: string) => void;
}

/**
 * The browsers of this process: one for each context that is open at the same time, launched when first needed and
 * used again. Pages of one browser share a process that draws for all of them, and one page can jam it.
 */
export interface SharedBrowser {
  /** A fresh context for `work`, closed after it. Waits for its turn. */
  withContext<T>(
    options: BrowserContextOptions | ((browserVersion: string) => BrowserContextOptions),
    work: (context: BrowserContext) => Promise<T>,
  ): Promise<T>;
  /** Ends the browsers and whatever still runs in them. */
  close(): Promise<void>;
}

/** Long-lived browsers grow; after this many contexts the next one gets a new browser. */
const contextsPerBrowser = 300;
const closeLimitMs = 5_000;

interface Instance {
  launched: Promise<Browser>;
  contexts: number;
}

/** After such a failure the browser may be jammed, though its contexts still close. */
const isSuspicious = (error: unknown): boolean =>
  error instanceof CaptureFailure && (error.reason === 'timeout' || error.reason === 'crashed');

export function createBrowser({ path, concurrency, warn = () => {} }: BrowserOptions): SharedBrowser {
  const slots = createSlots(concurrency);
  const instances = new Set<Instance>();
  const idle: Instance[] = [];
  let closed = false;
  let warned = false;

  function sayBare(): void {
    if (!warned)
      warn('The browser runs without a sandbox of its own: this machine, or its user, does not let it have one.');
    warned = true;
  }

  function forget(instance: Instance): void {
    instances.delete(instance);
    const at = idle.indexOf(instance);
    if (at >= 0) idle.splice(at, 1);
  }

  function start(): Instance {
    const instance: Instance = { launched: launchBrowser(path, sayBare), contexts: 0 };
    instances.add(instance);
    instance.launched.then(
      (browser) => browser.once('disconnected', () => forget(instance)),
      () => forget(instance),
    );
    return instance;
  }

  async function end(instance: Instance): Promise<void> {
    forget(instance);
    await instance.launched.then((browser) => browser.close()).catch(() => undefined);
  }

  function take(): Instance {
    if (closed) throw new Error('The browser is closed.');
    const instance = idle.pop() ?? start();
    instance.contexts += 1;
    return instance;
  }

  async function giveBack(instance: Instance, context: BrowserContext | null, isSound: boolean): Promise<void> {
    // A context that does not close would keep its page running: the whole browser goes.
    const isClean = context === null || (await settledWithin(context.close(), closeLimitMs));
    const isFit = isSound && isClean && instance.contexts < contextsPerBrowser;
    if (isFit && instances.has(instance)) idle.push(instance);
    else void end(instance);
  }

  return {
    withContext: (options, work) =>
      slots.run(async () => {
        const instance = take();
        let context: BrowserContext | null = null;
        let isSound = true;
        try {
          const browser = await instance.launched;
          context = await browser.newContext(typeof options === 'function' ? options(browser.version()) : options);
          return await work(context);
        } catch (error) {
          isSound = !isSuspicious(error);
          throw error;
        } finally {
          await giveBack(instance, context, isSound);
        }
      }),
    async close() {
      closed = true;
      await Promise.all([...instances].map(end));
    },
  };
}
