import type { IncomingMessage, ServerResponse } from 'node:http';
import { decisionPath, registrationPath } from '../server/contract/registration.ts';
import type { AppConfig } from './config.ts';
import { follow } from './decision/follow.ts';
import { receive } from './decision/receive.ts';
import { sweep } from './decision/sweep.ts';
import { createGitHub } from './github.ts';
import { createLog } from './log.ts';
import { onCheckRun } from './on/check-run.ts';
import { onInstallation } from './on/installation.ts';
import { onPullRequest } from './on/pull-request.ts';
import { receiveEvent } from './on/receive-event.ts';
import type { Parts } from './parts.ts';
import { createQueue } from './queue.ts';
import { register } from './registration/register.ts';
import { createIdTokenVerifier } from './registration/verify-id-token.ts';
import { createRouter, type Route } from './router.ts';
import { createService } from './service.ts';
import { openDatabase } from './store/database.ts';
import { migrate } from './store/migrate.ts';
import { createSecretBox } from './store/secret-box.ts';

export { type AppConfig, readConfig } from './config.ts';

/** The GitHub App: answers under its address once started, wherever it is mounted. */
export interface App {
  /** What it answers POST on, below its address. */
  paths: readonly string[];
  /** Answers a request of the App's; false when the path is not one of its own. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Brings the schema up to date and begins to work. */
  start(): Promise<void>;
  /** Lets running work end; what is left waits in the database. */
  close(): Promise<void>;
}

export function createApp(config: AppConfig): App {
  const log = createLog(config.logLevel);
  const parts: Parts = {
    config,
    log,
    database: openDatabase(config.databaseUrl, log),
    secrets: createSecretBox(config.secretKeys),
    github: createGitHub(config),
    service: createService(config.serviceUrl),
    queue: createQueue(config.databaseUrl, config.sweepSeconds, log),
  };
  const verify = createIdTokenVerifier(config.github.oidcIssuer, config.appUrl);
  onPullRequest(parts.github.probot, parts);
  onCheckRun(parts.github.probot, parts);
  onInstallation(parts.github.probot, parts);

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
      async answer(request, body) {
        await receiveEvent(parts, request, body);
        return { status: 202, body: { status: 'taken' } };
      },
    },
    {
      method: 'POST',
      path: registrationPath,
      limit: 65_536,
      answer: async (_, body, json) => ({ status: 200, body: await register(parts, verify, json(body)) }),
    },
    {
      method: 'POST',
      path: decisionPath,
      limit: 16_000_000,
      async answer(request, body) {
        await receive(parts, request.headers, body);
        return { status: 202, body: { status: 'taken' } };
      },
    },
  ];
  let timer: NodeJS.Timeout | undefined;
  return {
    paths: routes.filter((route) => route.method === 'POST').map((route) => route.path),
    handle: createRouter(config.appUrl, routes, log),
    async start() {
      await migrate(config.databaseUrl);
      await parts.github.probot.ready();
      await parts.queue.start({ follow: (key) => follow(parts, key), sweep: () => sweep(parts) });
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
