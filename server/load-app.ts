import type { Logger } from 'pino';
import type { AppConfig } from '../app/config.ts';
import type { AppPorts } from '../app/context.ts';
import type { App } from '../app/create-app.ts';
import { createIdentityAssertions } from './adapters/identity-assertion/index.ts';
import { createJobTokens } from './adapters/job-token/index.ts';
import { createLocks } from './adapters/locks/index.ts';
import type { Config } from './config.ts';
import type { Ports } from './domain/ports.ts';
import { replaceLinks } from './domain/review/links.ts';

/**
 * Loads the GitHub App on demand, because a service starts sooner without it, and opens what it needs in addition to
 * what the service has open.
 */
export async function loadApp(
  appConfig: AppConfig,
  { baseUrl }: Config,
  secretKey: string,
  databaseUrl: string,
  log: Logger,
  clock: () => Date,
) {
  const { appJobs, createApp } = await import('../app/create-app.ts');
  const identityAssertions = createIdentityAssertions({
    issuer: appConfig.appUrl,
    audience: baseUrl,
    secretKey,
    clock,
  });
  const jobTokens = createJobTokens(appConfig.github.oidcIssuer, appConfig.appUrl, clock);
  const locks = createLocks(databaseUrl, log);
  return {
    jobs: appJobs,
    locks,
    identityAssertions,
    createApp: (ports: Pick<AppPorts, 'db' | 'transaction' | 'secrets' | 'queue'>) =>
      createApp(appConfig, {
        ...ports,
        ...{ locks, identityAssertions, jobTokens, log, clock },
        replaceLinks: (tx, token) => replaceLinks(ports, tx, token),
      }),
  };
}

type Request = Parameters<Ports['outbound']['request']>[0];

/** Passes a signed decision to the App of this process, which verifies it as if it had arrived over the network. */
export async function deliverToApp(app: App, { headers, body }: Request) {
  const answer = await app.receiveDecision({ ...headers }, body ?? Buffer.alloc(0));
  return { status: answer.status, headers: {}, body: Buffer.from(JSON.stringify(answer.body)) };
}
