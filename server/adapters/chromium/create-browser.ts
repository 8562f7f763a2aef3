import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { CaptureFailure, settledWithin } from '../../capture/index.ts';
import { ServiceStopping } from '../service-stopping.ts';
import { createSlots } from '../slots.ts';
import { launchBrowser } from './launch.ts';

export interface BrowserOptions {
  path: string;
  /** Number of simultaneous contexts; 2 suits two cores */
  concurrency: number;
  /** Called once, with a sentence, when the browsers run without their own sandbox. */
  warn?: (problem: string) => void;
}

/**
 * The browsers of this process: one for each simultaneous context, launched when first needed and reused. Pages of one
 * browser share a process that draws for all of them, and a single page can block it.
 */
export interface SharedBrowser {
  /** Runs `work` with a fresh context, which is closed afterwards. Waits for a free slot. */
  withContext<T>(
    options: BrowserContextOptions | ((browserVersion: string) => BrowserContextOptions),
    work: (context: BrowserContext) => Promise<T>,
  ): Promise<T>;
  /** Closes the browsers; what still runs in them, and later work, is rejected with ServiceStopping. */
  close(): Promise<void>;
}

/** Long-lived browsers use more and more memory, so one is replaced after this many contexts. */
const contextsPerBrowser = 300;
const closeLimitMs = 5_000;

interface Instance {
  launched: Promise<Browser>;
  contexts: number;
}

const stopping = (cause?: unknown) => new ServiceStopping('The browser is closed: the process is stopping.', { cause });

/** Whether the browser may be blocked after this failure, though its contexts still close. */
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

  function acquire(): Instance {
    if (closed) throw stopping();
    const instance = idle.pop() ?? start();
    instance.contexts += 1;
    return instance;
  }

  async function release(instance: Instance, context: BrowserContext | null, isSound: boolean): Promise<void> {
    // A context that does not close would keep its page running, so the whole browser is closed.
    const isClean = context === null || (await settledWithin(context.close(), closeLimitMs));
    const isReusable = isSound && isClean && instance.contexts < contextsPerBrowser;
    if (isReusable && instances.has(instance)) idle.push(instance);
    else void end(instance);
  }

  return {
    withContext: (options, work) =>
      slots.run(async () => {
        const instance = acquire();
        let context: BrowserContext | null = null;
        let isSound = true;
        try {
          const browser = await instance.launched;
          context = await browser.newContext(typeof options === 'function' ? options(browser.version()) : options);
          return await work(context);
        } catch (error) {
          isSound = !isSuspicious(error);
          // The page is not the cause then, even if the failure reads as if it were.
          throw closed ? stopping(error) : error;
        } finally {
          await release(instance, context, isSound);
        }
      }),
    async close() {
      closed = true;
      await Promise.all([...instances].map(end));
    },
  };
}
