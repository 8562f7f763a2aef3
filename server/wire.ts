import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import { createCaptureView } from './adapters/capture-view/index.ts';
import { lazyBrowser } from './adapters/chromium/index.ts';
import { createImageTools } from './adapters/images/index.ts';
import { createJobTokens } from './adapters/job-token/index.ts';
import { createLimits } from './adapters/limits/index.ts';
import { createGuard, createOutbound, OutboundFailure } from './adapters/outbound/index.ts';
import { createPdfTools } from './adapters/pdf/index.ts';
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
import { createTextReader } from './adapters/text-reader/index.ts';
import type { VisionSettings } from './adapters/vision/index.ts';
import { createVouches } from './adapters/vouch/index.ts';
import type { Config } from './config.ts';
import { joinType, VOUCH_SECONDS, vouchKeysPath, vouchType } from './contract/identity.ts';
import { decisionPath } from './contract/registration.ts';
import { connectDatabase, runPrepared } from './db/client.ts';
import { createHealth } from './domain/health/health.ts';
import { probeStorage } from './domain/health/probe-storage.ts';
import { ANSWER_WITHIN_MS } from './domain/health/rules.ts';
import { timed } from './domain/health/work-durations.ts';
import { checkSecretKey } from './domain/installation/check-secret-key.ts';
import type { CaptureView, VisionModel } from './domain/port-types.ts';
import type { Ports } from './domain/ports.ts';
import { readWatchedVersions } from './domain/review/store.ts';
import { createHealthServer } from './faces/health.ts';
import type { Mounted } from './faces/mounted.ts';
import { createServer } from './faces/server.ts';
import type { SetupState } from './faces/setup/setup.ts';

export interface Service {
  ports: Ports;
  queue: JobQueue;
  server: FastifyInstance;
  /** What listens: the server, or in a worker no more than how it does. */
  door: FastifyInstance;
  /** From now on it says that it wants no more requests, and answers those that come. */
  leave(): void;
  /** Gives everything back; the server is to be closed before. */
  close(): Promise<void>;
}

const timedCaptures = (view: CaptureView): CaptureView => ({
  ...view,
  capture: (input, viewport) => timed('capture', () => view.capture(input, viewport)),
  showEmail: (html, dark) => timed('capture', () => view.showEmail(html, dark)),
});

/** Loaded where one is set: it is large. */
async function timedVision(settings: VisionSettings): Promise<VisionModel> {
  const { createVision } = await import('./adapters/vision/index.ts');
  const vision = createVision(settings);
  return { ...vision, ask: (question) => timed('model', () => vision.ask(question)) };
}

/** Hands a webhook to the App of this process, as if it had come over the network. */
async function inject(server: FastifyInstance, request: Parameters<Ports['outbound']['request']>[0]) {
  const answer = await server.inject({
    method: 'POST',
    url: new URL(request.url).pathname,
    headers: request.headers ?? {},
    payload: request.body ?? Buffer.alloc(0),
  });
  return { status: answer.statusCode, headers: {}, body: answer.rawPayload };
}

/** Likewise its keys. */
async function readOwnKeys(server: FastifyInstance, address: string) {
  const answer = await server.inject({ method: 'GET', url: new URL(address).pathname });
  return { status: answer.statusCode, body: answer.payload };
}

/** A store that refuses stops the start; one that does not answer may come back. */
async function openCheckedStorage(location: StorageLocation, log: Logger): Promise<OpenStorage> {
  const storage = await openStorage(location);
  const silence = location.kind === 's3' ? await checkStorage(storage, location, probeStorage(storage)) : null;
  if (silence !== null) log.warn({ error: silence }, 'the store that STORAGE_URL names does not answer');
  return storage;
}

/** Puts the real things behind the domain's ports. The only place that knows everybody. */
export async function wire(
  config: Config,
  databaseUrl: string,
  secretKey: string,
  log: Logger,
  mounted: Mounted | null,
  clock: () => Date,
  setup: SetupState | null = null,
): Promise<Service> {
  const storage = await openCheckedStorage(config.storage, log);
  const db = connectDatabase(databaseUrl);
  await checkSecretKey(db, fingerprint(secretKey));
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  const databasePorts = [databaseUrl, directUrl].map((url) => Number(new URL(url).port || 5432));
  const otherPorts = [config.healthPort, endpointPort(config.storage)].filter((port) => port !== null);
  const ownPorts = [config.port, ...databasePorts, ...otherPorts];
  const guard = createGuard({ allow: config.outboundAllow, ownPorts });
  const outbound = createOutbound(guard);
  const browser = lazyBrowser({
    browserPath: config.browserPath,
    // One workspace's captures, and the place that is for the others'.
    concurrency: config.captureConcurrency + 1,
    warn: (problem) => log.warn(problem),
  });
  const images = createImageTools();
  const pdf = createPdfTools();
  const textReader = createTextReader({ warn: (problem) => log.warn(problem) });
  // Decisions for the App in this process do not go out to come back: our own ports are never dialled.
  const ownApp = mounted === null || config.appUrl === null ? null : config.appUrl + decisionPath;
  const queue = await startQueue(databaseUrl, log, config.role !== 'web');
  const signals = createSignals(directUrl, log, (reviews) => readWatchedVersions(db, reviews));
  const ports: Ports = {
    db,
    transaction: (work) => db.$transaction(work, { timeout: 20_000, maxWait: 10_000 }),
    clock,
    secrets: createSecrets(secretKey),
    storage,
    queue,
    signals,
    outbound: {
      request: (request) => (request.url === ownApp ? inject(server, request) : outbound.request(request)),
      checkUrl(url, use) {
        if (use !== 'webhook' || url !== ownApp) guard.checkUrl(url, use);
      },
      isFailure: (error) => error instanceof OutboundFailure,
    },
    images,
    pdf: { ...pdf, render: (bytes, most) => timed('pdf', () => pdf.render(bytes, most)) },
    captureView: timedCaptures(createCaptureView(browser.get, guard, images.compare)),
    textReader,
    vision: config.vision === null ? null : await timedVision(config.vision),
    jobTokens: createJobTokens(config.githubOidcIssuer, config.baseUrl, clock),
    vouches:
      config.appUrl === null
        ? null
        : createVouches({
            appUrl: config.appUrl,
            keysPath: vouchKeysPath,
            types: { review: vouchType, join: joinType },
            mostSeconds: VOUCH_SECONDS,
            audience: config.baseUrl,
            readOwnKeys: mounted === null ? null : () => readOwnKeys(server, config.appUrl + vouchKeysPath),
            clock,
          }),
    admit: createLimits(db, runPrepared, clock),
    settings: {
      version: manifest.version,
      baseUrl: config.baseUrl,
      creditsPerMonth: config.creditsPerMonth,
      costs: config.costs,
      tryTokensPerHour: config.tryTokensPerHour,
      tryTokensPerDay: config.tryTokensPerDay,
      signup: config.signup,
      githubOwners: config.githubOwners,
      mcpOrigins: config.mcpOrigins,
      clientDocuments: config.clientDocuments,
      retentionDays: config.retentionDays,
      maxImageBytes: config.maxImageBytes,
      maxPdfBytes: config.maxPdfBytes,
      maxHtmlBytes: config.maxHtmlBytes,
      app: config.appUrl === null ? null : { url: config.appUrl, signIn: mounted?.signsIn ?? config.appSignsIn },
    },
    log,
  };
  // Connections of its own: a busy pool is no dead database.
  const watched = connectDatabase(databaseUrl, 2, ANSWER_WITHIN_MS);
  const health = createHealth(watched, ports.storage, log);
  const leaving = new AbortController();
  const server: FastifyInstance = await createServer(ports, {
    log,
    trustProxy: config.trustProxy,
    maxRequestBytes: config.maxRequestBytes,
    builtPages: resolve(import.meta.dirname, 'web/dist'),
    mounted,
    setup,
    health,
    leaving: leaving.signal,
  });
  return {
    ports,
    queue,
    server,
    door: config.role === 'worker' ? createHealthServer(health) : server,
    leave: () => leaving.abort(),
    async close() {
      const threads = [pdf, textReader, images].map((tools) => tools.close());
      await Promise.allSettled([outbound.close(), browser.close(), ...threads, signals.close()]);
      storage.close();
      await Promise.all([db.$disconnect(), watched.$disconnect()]);
    },
  };
}
