import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Service } from './bootstrap.ts';
import type { Config } from './config.ts';
import { startWork } from './work.ts';

const DRAIN_MS = 8_000;
/** Of it, for releasing what did not end. */
const RELEASE_MS = 1_000;

/** What works in this process: one for good, or until a GitHub App is created and another takes over. */
export interface AppInstance {
  listen(): Promise<void>;
  /** No connection is taken any more; the rest is for `stop`. */
  stopListening(): Promise<void>;
  stop(): Promise<void>;
}

/** Begins to work as the configuration's role says; the caller lets it listen. */
export async function launch(service: Service, config: Config): Promise<AppInstance> {
  const { server, door, queue } = service;
  const port = config.role === 'worker' ? config.healthPort : config.port;
  let endWork = async (_withinMs: number): Promise<void> => {};
  async function stop(): Promise<void> {
    // The load balancer first notices that no more should come.
    const noticeMs = server.server.listening ? config.drainSeconds * 1000 : 0;
    service.leave();
    if (noticeMs > 0) await wait(noticeMs);
    const drainMs = DRAIN_MS - noticeMs;
    const hurry = setTimeout(() => server.server.closeAllConnections(), drainMs / 2);
    await Promise.all([server.close(), door.close(), queue.stop(drainMs), endWork(drainMs - RELEASE_MS)]);
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
      if (port !== null) await door.listen({ port, host: config.host });
    },
    async stopListening() {
      door.close().catch(() => {});
      while (door.server.listening) await nextTurn();
    },
    stop,
  };
}
