import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { decisionPath, registrationPath } from '../server/contract/registration.ts';
import type { AppConfig } from './config.ts';
import type { AppContext, AppPorts } from './context.ts';
import { checkDecision, receiveDecision } from './decisions/receive-decision.ts';
import { describeError } from './describe-error.ts';
import { handleEvent, receiveEvent } from './events/handle-event.ts';
import { createGitHub } from './github.ts';
import { parseJson, requireSignature } from './http/request.ts';
import { type Answer, answerRoute, createRouter, type Route } from './http/router.ts';
import { appJobs } from './jobs.ts';
import { sweep } from './pull-requests/sweep.ts';
import { registerReview } from './registrations/register-review.ts';
import { createReviews } from './reviews.ts';
import { createJobs } from './send-jobs.ts';
import { createSettingsCache } from './settings/cache.ts';
import { createSignIn } from './sign-in/index.ts';

export { readAppConfig } from './config.ts';
export { appJobs } from './jobs.ts';

/** The GitHub App, which answers below its address wherever it is mounted. */
export interface App {
  /** The paths that it answers on POST. */
  paths: readonly string[];
  /** The paths that it answers on GET; one may end in `/*`. */
  pages: readonly string[];
  /** Answers a request; returns false when the path is not one of the App's. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Receives a signed `review.decided` from the service that it runs in, as it does over HTTP. */
  receiveDecision(headers: IncomingHttpHeaders, body: Buffer): Promise<Answer>;
  /** Handles an event from GitHub that has been verified. */
  receiveEvent(name: string, payload: unknown): Promise<void>;
  /** Looks for changes that no event reported, as it does by itself every `SWEEP_SECONDS`. */
  sweep(): Promise<void>;
  work(): Promise<void>;
  /** Stops the regular sweeps. */
  close(): void;
}

export async function createApp(config: AppConfig, ports: AppPorts): Promise<App> {
  const app: AppContext = {
    ...ports,
    config,
    github: createGitHub(config),
    reviews: createReviews(config.serviceUrl),
    jobs: createJobs(ports.queue),
    // Within one sweep, each repository's settings are read once; the next sweep reads them again.
    settings: createSettingsCache(Math.min(60_000, config.sweepSeconds * 500)),
    lostEventScan: { after: 0, etags: new Map() },
  };
  const decisions: Route = {
    path: decisionPath,
    maxBytes: 16_000_000,
    check: checkDecision,
    async answer(headers, body) {
      await receiveDecision(app, headers, body);
      return { status: 202, body: { status: 'taken' } };
    },
  };
  const routes: Route[] = [
    decisions,
    {
      path: '/api/github/webhooks',
      maxBytes: 26_000_000,
      check: async (headers) => requireSignature(headers['x-hub-signature-256']),
      async answer(headers, body) {
        await receiveEvent(app, headers, body);
        return { status: 202, body: { status: 'taken' } };
      },
    },
    {
      path: registrationPath,
      maxBytes: 32_768,
      answer: async (_, body) => ({ status: 200, body: await registerReview(app, parseJson(body)) }),
    },
  ];
  const signIn = createSignIn(app);
  const prefix = new URL(config.appUrl).pathname.replace(/\/$/, '');
  const handle = createRouter(prefix, routes, app.log);
  await app.github.probot.ready();
  let timer: NodeJS.Timeout | undefined;
  return {
    paths: [...routes.map((route) => route.path), ...signIn.paths].map((path) => prefix + path),
    pages: signIn.pages.map((path) => prefix + path),
    handle: async (request, response) => (await signIn.handle(request, response)) || handle(request, response),
    receiveDecision: (headers, body) => answerRoute(decisions, headers, async () => body, app.log),
    receiveEvent: (name, payload) => handleEvent(app, name, payload),
    sweep: () => sweep(app),
    async work() {
      await app.queue.work(appJobs, app);
      const sendSweep = () =>
        app.jobs
          .sweep(config.sweepSeconds)
          .catch((error: unknown) => app.log.warn(describeError(error), 'the sweep could not be queued'));
      await sendSweep();
      timer = setInterval(() => void sendSweep(), config.sweepSeconds * 1000);
    },
    close: () => clearInterval(timer),
  };
}
