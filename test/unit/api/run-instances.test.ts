import pino from 'pino';
import { expect, test } from 'vitest';
import type { StoredAppCreation } from '../../../app/manifest/create-app.ts';
import type { CreationState } from '../../../server/api/create-app/index.ts';
import type { AppInstance } from '../../../server/launch.ts';
import { runInstances } from '../../../server/run-instances.ts';

const log = pino({ level: 'silent' });
const inUse = new Error('address already in use');

/** Runs an instance without an App, and lets one with an App take over; `listen` is how that one begins to listen. */
async function takeOver(listen: () => Promise<void>) {
  const calls: string[] = [];
  let credentials: Record<string, string> | null = null;
  const states: CreationState[] = [];
  const creation = { environment: async () => credentials } as Partial<StoredAppCreation> as StoredAppCreation;
  const instance = (name: string, begin: () => Promise<void>): AppInstance => ({
    listen: () => begin().finally(() => calls.push(`${name} listens`)),
    stopListening: async () => void calls.push(`${name} stops listening`),
    stop: async () => void calls.push(`${name} stops`),
  });
  const start = async (given: Record<string, string> | null, state: CreationState): Promise<AppInstance> => {
    states.push(state);
    return given === null ? instance('first', async () => {}) : instance('second', listen);
  };
  const instances = await runInstances(creation, start, log);
  credentials = { GITHUB_APP_ID: '1' };
  const [state] = states;
  if (state === undefined || typeof state === 'string') throw new Error('The App can be created here.');
  (await state.prepare())?.();
  return { instances, calls };
}

test('the instance with a new App takes over the port', async () => {
  const { instances, calls } = await takeOver(async () => {});
  await instances.stop();
  expect(calls).toEqual(['first listens', 'first stops listening', 'second listens', 'first stops', 'second stops']);
});

test('a service reports when the instance that takes over cannot listen, because nothing answers any more', async () => {
  const { instances, calls } = await takeOver(() => Promise.reject(inUse));
  expect(await instances.failed).toBe(inUse);
  await instances.stop();
  expect(calls).toContain('first stops');
});
