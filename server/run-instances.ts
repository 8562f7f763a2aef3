import type { Logger } from 'pino';
import type { StoredAppCreation } from '../app/manifest/create-app.ts';
import type { CreationState } from './api/create-app/index.ts';
import { describeFault } from './domain/describe-fault.ts';
import type { AppInstance } from './launch.ts';

/** How often a process without an App checks whether another process created it. */
const LOOK_FOR_APP_MS = 5_000;

type Credentials = Record<string, string>;

export interface RunningInstances {
  /** Whether the first instance ran the App that was created here. */
  hasApp: boolean;
  /** Resolves when the instance that takes over cannot listen: nothing answers any more. The service must then stop. */
  failed: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Runs an instance without the GitHub App until one is created, here or by another process, and then an instance with
 * it. The second listens on the same port, while the first finishes its work. `start` starts either; null: without an
 * App.
 */
export async function runInstances(
  creation: StoredAppCreation,
  start: (credentials: Credentials | null, state: CreationState) => Promise<AppInstance>,
  log: Logger,
): Promise<RunningInstances> {
  let stopped = false;
  let prepared: Promise<AppInstance | null> | null = null;
  let takeover: Promise<void> | null = null;
  const { promise: failed, resolve: fail } = Promise.withResolvers<unknown>();

  const startOne = (credentials: Credentials | null): Promise<AppInstance> =>
    start(credentials, { creation, runs: credentials !== null, prepare });

  async function prepare(): Promise<(() => void) | null> {
    prepared ??= creation
      .environment()
      .then((credentials) => (credentials === null ? null : startOne(credentials)))
      .catch((error: unknown) => {
        log.error({ error: describeFault(error) }, 'the GitHub App cannot be started');
        return null;
      });
    const next = await prepared;
    if (next === null) prepared = null;
    return next === null ? null : () => takeOver(next);
  }

  function takeOver(next: AppInstance): void {
    if (stopped || takeover !== null) return;
    const old = current;
    takeover = (async () => {
      clearInterval(looking);
      await old.stopListening();
      current = next;
      await next.listen().then(() => log.info('the GitHub App runs'), fail);
      await old.stop();
    })().catch((error: unknown) => log.error({ error: describeFault(error) }, 'the GitHub App took over'));
  }

  const look = async (): Promise<void> => {
    if ((await creation.app()) !== null) (await prepare())?.();
  };
  const credentials = await creation.environment();
  let current = await startOne(credentials);
  await listenOrStop(current);
  const looking =
    credentials !== null
      ? undefined
      : setInterval(() => {
          look().catch((error: unknown) => log.warn({ error: describeFault(error) }, 'looking for a GitHub App'));
        }, LOOK_FOR_APP_MS).unref();
  return {
    hasApp: credentials !== null,
    failed,
    async stop() {
      stopped = true;
      clearInterval(looking);
      const waiting = await prepared;
      await takeover;
      await Promise.all([current.stop(), waiting === current ? null : waiting?.stop()]);
    },
  };
}

/** Listens; on failure it stops the instance, so that started work ends before the database does. */
export async function listenOrStop(instance: AppInstance): Promise<void> {
  await instance.listen().catch(async (error: unknown) => {
    await instance.stop();
    throw error;
  });
}
