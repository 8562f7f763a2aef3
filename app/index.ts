import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Probot } from 'probot';
import { decisionPath, registrationPath } from '../server/contract/registration.ts';
import { type AppConfig, readConfig } from './config.ts';
import { follow } from './decision/follow.ts';
import { checkDecision, receive } from './decision/receive.ts';
import { sweep } from './decision/sweep.ts';
import { createGitHub } from './github.ts';
import { requireSignature } from './http.ts';
import { createLog } from './log.ts';
import { handleEvent } from './on/handle-event.ts';
import { receiveEvent } from './on/receive-event.ts';
import type { Parts } from './parts.ts';
import { publishGroup } from './pull/publish-group.ts';
import { refresh } from './pull/refresh.ts';
import { runAgain } from './pull/run-again.ts';
import { createQueue } from './queue.ts';
import { register } from './registration/register.ts';
import { createIdTokenVerifier } from './registration/verify-id-token.ts';
import { createRouter, type Route } from './router.ts';
import { createService } from './service.ts';
import { createSettingsCache } from './settings/read-settings.ts';
import { createSignIn } from './sign-in/index.ts';
import { openDatabase } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { createSecretBox } from './store/secret-box.ts';

export { type AppConfig, readConfig } from './config.ts';

/**
 * What Probot's own command line runs: `probot receive -e EVENT -p FILE ./app/index.ts`, in the App's environment.
 * @public
 */
export default async function probotApp(probot: Probot): Promise<void> {
  const app = createApp(readConfig(process.env));
  await app.start();
  probot.onAny(({ name, payload }) => app.receive(name, payload));
}

/** The GitHub App: answers under its address once started, wherever it is mounted. */
export interface App {
  /** What it answers POST on, below its address. */
  paths: readonly string[];
  /** What it answers GET on, likewise; one may end in `/*`. */
  pages: readonly string[];
  /** Whether people can sign in with GitHub. */
  signsIn: boolean;
  /** Answers a request of the App's; false when the path is not one of its own. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Takes an event of GitHub's that is known to be genuine. */
  receive(name: string, payload: unknown): Promise<void>;
  /** Looks for what no event told, as it does by itself every `SWEEP_SECONDS`. */
  sweep(): Promise<void>;
  /** Brings the schema up to date and begins to work. */
  start(): Promise<void>;
  /** Lets running work end; what is left waits in the database. */
  close(): Promise<void>;
}

/** `now` is the clock that waiting is measured by. */
export function createApp(config: AppConfig, now: () => Date = () => new Date()): App {
  const log = createLog(config.logLevel);
  const parts: Parts = {
    config,
    log,
    database: openDatabase(config.databaseUrl, log),
    secrets: createSecretBox(config.secretKeys),
    github: createGitHub(config),
    service: createService(config.serviceUrl),
    queue: createQueue(config.databaseUrl, config.sweepSeconds, log),
    // Whatever is read in one sweep shares one reading; the next sweep reads anew.
    settings: createSettingsCache(Math.min(60_000, config.sweepSeconds * 500)),
    noticing: { after: 0, etags: new Map() },
    now,
  };
  const verify = createIdTokenVerifier(config.github.oidcIssuer, config.appUrl);

  const takeEvent = (name: string, payload: unknown) => handleEvent(parts, name, payload);

  const routes: Route[] = [
    {
      method: 'GET',
      path: '/healthz',
      limit: 0,
      answer: async () => ({ status: 200, body: { status: 'ok' } }),
    },
    {
      method: 'POST',
      path: '/api/github/webhooks',
      limit: 26_000_000,
      check: async (headers) => requireSignature(headers['x-hub-signature-256']),
      async answer(request, body) {
        await receiveEvent(parts, request, body, takeEvent);
        return { status: 202, body: { status: 'taken' } };
      },
    },
    {
      method: 'POST',
      path: registrationPath,
      limit: 32_768,
      answer: async (_, body, json) => ({ status: 200, body: await register(parts, verify, json(body)) }),
    },
    {
      method: 'POST',
      path: decisionPath,
      limit: 16_000_000,
      check: checkDecision,
      async answer(request, body) {
        await receive(parts, request.headers, body);
        return { status: 202, body: { status: 'taken' } };
      },
    },
  ];
  const signIn = createSignIn(parts);
  const handle = createRouter(config.appUrl, routes, log);
  let timer: NodeJS.Timeout | undefined;
  return {
    paths: [...routes.filter((route) => route.method === 'POST').map((route) => route.path), ...signIn.paths],
    pages: signIn.pages,
    signsIn: config.signIn !== null,
    handle: async (request, response) => (await signIn.handle(request, response)) || handle(request, response),
    receive: takeEvent,
    sweep: () => sweep(parts),
    async start() {
      await migrate(config.databaseUrl);
      await parts.github.probot.ready();
      await parts.queue.start({
        follow: (key) => follow(parts, key),
        refresh: (job) => refresh(parts, job),
        again: (job) => runAgain(parts, job),
        group: (job) => publishGroup(parts, job),
        sweep: () => sweep(parts),
      });
      await parts.queue.sweep();
      const again = () => parts.queue.sweep().catch(() => log.warn('The sweep could not be queued.'));
      timer = setInterval(() => void again(), config.sweepSeconds * 1000);
    },
    async close() {
      clearInterval(timer);
      await parts.queue.close();
      await parts.database.close();
    },
  };
}
