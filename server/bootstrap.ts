import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { AppConfig } from '../app/config.ts';
import type { App } from '../app/create-app.ts';
import manifest from '../package.json' with { type: 'json' };
import { createCaptureView } from './adapters/capture-view/index.ts';
import { lazyBrowser } from './adapters/chromium/index.ts';
import { createImageTools } from './adapters/images/index.ts';
import { createJobTokens } from './adapters/job-token/index.ts';
import { createLimits } from './adapters/limits/index.ts';
import { createGuard, createOutbound, type Lookup, OutboundFailure } from './adapters/outbound/index.ts';
import { createPdfTools } from './adapters/pdf/index.ts';
import { createPrinter } from './adapters/printout/index.ts';
import { type JobQueue, startQueue } from './adapters/queue/index.ts';
import { createSecrets, fingerprint } from './adapters/secrets/index.ts';
import { createSignals } from './adapters/signals/index.ts';
import {
  checkStorage,
  endpointPort,
  type OpenStorage,
  openStorage,
  type StorageLocation,
} from './adapters/storage/index.ts';
import type { CreationState } from './api/create-app/index.ts';
import { createHealthServer } from './api/health.ts';
import { createServer } from './api/server.ts';
import { createChecklist, createTextReader, type VisionModel, type VisionSettings } from './checklist/index.ts';
import type { Config } from './config.ts';
import { decisionPath } from './contract/registration.ts';
import { connectDatabase, connectReader, type Database, runPrepared } from './db/client.ts';
import { createTransaction } from './db/transaction.ts';
import { timed } from './domain/health/durations.ts';
import { createHealth, probeStorage } from './domain/health/health.ts';
import { ANSWER_WITHIN_MS } from './domain/health/rules.ts';
import { checkSecretKey } from './domain/installation/check-secret-key.ts';
import { serviceJobs } from './domain/jobs.ts';
import type { CaptureView } from './domain/port-types.ts';
import type { Ports } from './domain/ports.ts';
import { deliverToApp, loadApp } from './load-app.ts';

export interface Service {
  ports: Ports;
  queue: JobQueue;
  /** null: no GitHub App is set up. */
  app: App | null;
  server: FastifyInstance;
  /** The listening server; for a worker it only reports health. */
  listener: FastifyInstance;
  /** From now on it announces that it wants no more requests, and still answers those that arrive. */
  leave(): void;
  /** Releases everything; close the server before. */
  close(): Promise<void>;
}

type Guarded = ReturnType<typeof createGuard>;

const timedCaptures = (view: CaptureView): CaptureView => ({
  ...view,
  capture: (input, viewport) => timed('capture', () => view.capture(input, viewport)),
  captureEmail: (html, dark) => timed('capture', () => view.captureEmail(html, dark)),
});

/** Loads the vision client only when a model is configured, because it is large. */
async function timedVision(settings: VisionSettings): Promise<VisionModel> {
  const { createVision } = await import('./checklist/model/create-vision.ts');
  const vision = createVision(settings);
  return { ...vision, ask: (question) => timed('model', () => vision.ask(question)) };
}

/** Checks the storage. One that refuses access stops the start; one that does not answer may come back. */
async function checkStore(storage: OpenStorage, location: StorageLocation, log: Logger): Promise<void> {
  const silence = location.kind === 's3' ? await checkStorage(storage, location, probeStorage(storage)) : null;
  if (silence !== null) log.warn({ error: silence }, 'the store that STORAGE_URL names does not answer');
}

/** Opens what makes and checks screenshots. */
async function openTools(config: Config, outbound: Guarded, log: Logger) {
  const warn = (problem: string) => log.warn(problem);
  const vision = config.vision === null ? null : await timedVision(config.vision);
  // The captures of one workspace, and one more for the others'.
  const browser = lazyBrowser({ browserPath: config.browserPath, concurrency: config.captureConcurrency + 1, warn });
  const [images, pdf, textReader] = [createImageTools(), createPdfTools(), createTextReader({ warn })];
  return {
    images,
    pdf: { ...pdf, render: (bytes, most) => timed('pdf', () => pdf.render(bytes, most)) } satisfies Ports['pdf'],
    printer: createPrinter(browser.get),
    captureView: timedCaptures(createCaptureView(browser.get, outbound, images.compare)),
    checklist: createChecklist({ images, textReader, vision }),
    close: () => Promise.allSettled([browser, pdf, textReader, images].map((tool) => tool.close())),
  };
}

function toSettings(config: Config, appConfig: AppConfig | null): Ports['settings'] {
  const { baseUrl, creditsPerMonth, costs, tryTokensPerHour, tryTokensPerDay, signup, githubOwners, mcpOrigins } =
    config;
  const { clientDocuments, retentionDays, maxImageBytes, maxPdfBytes, maxHtmlBytes } = config;
  return {
    version: manifest.version,
    ...{ baseUrl, creditsPerMonth, costs, tryTokensPerHour, tryTokensPerDay, signup, githubOwners, mcpOrigins },
    ...{ clientDocuments, retentionDays, maxImageBytes, maxPdfBytes, maxHtmlBytes },
    app: appConfig === null ? null : { url: appConfig.appUrl, signIn: appConfig.signIn !== null },
  };
}

/**
 * Returns the outgoing requests. Decisions for the App in this process are delivered directly: our own ports are never
 * dialled.
 */
function toOutbound(
  guard: Guarded,
  outbound: Pick<Ports['outbound'], 'request'>,
  app: App | null,
  appConfig: AppConfig | null,
): Ports['outbound'] {
  const decisionsUrl = appConfig === null ? null : appConfig.appUrl + decisionPath;
  return {
    request: (request) =>
      app !== null && request.url === decisionsUrl ? deliverToApp(app, request) : outbound.request(request),
    checkUrl(url, use) {
      if (use !== 'webhook' || url !== decisionsUrl) guard.checkUrl(url, use);
    },
    isFailure: (error) => error instanceof OutboundFailure,
  };
}

interface Given {
  config: Config;
  databaseUrl: string;
  secretKey: string;
  log: Logger;
  /** null: no GitHub App is set up. */
  appConfig?: AppConfig | null;
  clock?: () => Date;
  lookup?: Lookup | undefined;
  creation?: CreationState | null;
  /** A database that stays open. */
  shared?: Database | null;
}

async function open(opened: AsyncDisposableStack, given: Given): Promise<Service> {
  const { config, databaseUrl, secretKey, log, appConfig = null, creation = null, shared = null } = given;
  const clock = given.clock ?? (() => new Date());
  const storage = await openStorage(config.storage);
  opened.defer(() => storage.close());
  await checkStore(storage, config.storage, log);
  const db = shared ?? connectDatabase(databaseUrl);
  if (shared === null) opened.defer(() => db.$disconnect());
  await checkSecretKey(db, fingerprint(secretKey));
  const databasePort = Number(new URL(databaseUrl).port || 5432);
  const otherPorts = [config.healthPort, endpointPort(config.storage)].filter((port) => port !== null);
  const ownPorts = [config.port, databasePort, ...otherPorts];
  const guard = createGuard({ allow: config.outboundAllow, ownPorts }, { lookup: given.lookup });
  const outbound = createOutbound(guard);
  opened.defer(() => outbound.close());
  const { close: closeTools, ...tools } = await openTools(config, guard, log);
  opened.defer(async () => void (await closeTools()));
  const github = appConfig === null ? null : await loadApp(appConfig, config, secretKey, databaseUrl, log, clock);
  opened.defer(async () => github?.locks.close());
  const jobs = [...serviceJobs(config.captureConcurrency), ...(github?.jobs ?? [])];
  const queue = await startQueue(databaseUrl, log, config.role !== 'web', jobs);
  opened.defer(() => queue.stop(0));
  const signals = createSignals(databaseUrl, log);
  opened.defer(() => signals.close());
  const transaction: Ports['transaction'] = createTransaction(db, log);
  const secrets = createSecrets(secretKey);
  const app = github === null ? null : await github.createApp({ db, transaction, secrets, queue });
  const ports: Ports = {
    ...{ db, transaction, clock, secrets, storage, queue, signals, log },
    outbound: toOutbound(guard, outbound, app, appConfig),
    ...tools,
    jobTokens: createJobTokens(config.githubOidcIssuer, config.baseUrl, clock),
    identityAssertions: github?.identityAssertions ?? null,
    consumeRateLimit: createLimits(db, runPrepared, clock),
    settings: toSettings(config, appConfig),
  };
  const reader = connectReader(databaseUrl, 2, ANSWER_WITHIN_MS);
  opened.defer(() => reader.close());
  const health = createHealth(reader, storage, log);
  const leaving = new AbortController();
  const server: FastifyInstance = await createServer(ports, {
    log,
    trustProxy: config.trustProxy,
    maxRequestBytes: config.maxRequestBytes,
    builtPages: resolve(import.meta.dirname, 'web/dist'),
    mounted: app,
    creation,
    health,
    leaving: leaving.signal,
  });
  return {
    ports,
    queue,
    app,
    server,
    listener: config.role === 'worker' ? createHealthServer(health) : server,
    leave: () => leaving.abort(),
    close: () => opened.disposeAsync(),
  };
}

/** Supplies the domain's ports with adapters. The only place that imports everything. */
export async function bootstrap(given: Given): Promise<Service> {
  const opened = new AsyncDisposableStack();
  try {
    return await open(opened, given);
  } catch (error) {
    await opened.disposeAsync().catch(() => {});
    throw error;
  }
}
