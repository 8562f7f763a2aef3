import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Service } from './bootstrap.ts';
import type { Config } from './config.ts';
import { startWork } from './work.ts';

const DRAIN_MS = 8_000;
/** The part of the time to stop that is kept for releasing what did not end. */
const RELEASE_MS = 1_000;

/**
 * What runs in this process: one instance for its whole life, or one until a GitHub App is created and another replaces
 * it.
 */
export interface AppInstance {
  listen(): Promise<void>;
  /** Accepts no more connections; `stop` does the rest. */
  stopListening(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts working in the configured role; the caller makes it listen. */
export async function launch(service: Service, config: Config): Promise<AppInstance> {
  const { server, listener, queue } = service;
  const port = config.role === 'worker' ? config.healthPort : config.port;
  let endWork = async (_withinMs: number): Promise<void> => {};
  async function stop(): Promise<void> {
    // The load balancer needs time to notice that no more requests should come.
    const noticeMs = server.server.listening ? config.drainSeconds * 1000 : 0;
    service.leave();
    if (noticeMs > 0) await wait(noticeMs);
    const drainMs = DRAIN_MS - noticeMs;
    const hurry = setTimeout(() => server.server.closeAllConnections(), drainMs / 2);
    await Promise.all([server.close(), listener.close(), queue.stop(drainMs), endWork(drainMs - RELEASE_MS)]);
    clearTimeout(hurry);
    await service.close();
  }
  try {
    if (config.role !== 'web') endWork = await startWork(service, config);
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  return {
    async listen() {
      if (port !== null) await listener.listen({ port, host: config.host });
    },
    async stopListening() {
      listener.close().catch(() => {});
      while (listener.server.listening) await nextTurn();
    },
    stop,
  };
}
