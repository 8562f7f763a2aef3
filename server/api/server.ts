import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { ServiceDocument } from '../contract/registration.ts';
import type { Health } from '../domain/health/health.ts';
import type { Ports } from '../domain/ports.ts';
import { createByteQuota } from './byte-quota.ts';
import { addAppCreation, type CreationState } from './create-app/index.ts';
import { addDocs } from './docs.ts';
import { addHealth } from './health.ts';
import { addHelp } from './help.ts';
import { checkJsonShape } from './json-shape.ts';
import { createLargeBodies, MAX_ANONYMOUS_BYTES } from './large-body.ts';
import { createHostCheck } from './mcp/access.ts';
import { addMcp } from './mcp/index.ts';
import { addMounted, type Mounted } from './mounted.ts';
import { addOAuth } from './oauth/index.ts';
import { toOpenApi } from './openapi.ts';
import { addEvents } from './page/events.ts';
import { addFrameAccess, readFramePage } from './page/frame.ts';
import { addPages } from './page/index.ts';
import { addNotFound } from './page/not-found.ts';
import { closed, protect, protection } from './protect.ts';
import { addRest } from './rest.ts';
import { createRefusal, sendFailure } from './send-failure.ts';
import { addUploads } from './upload.ts';

/**
 * How long nothing may pass a connection in either direction before it is closed, because its client does not read. The
 * longest legitimate silences are those of waits (45 s) and of event streams (20 s). A request must arrive completely
 * within the same time, as the slowest upload does.
 */
const STALLED_MS = 300_000;

/** The most bytes of files and large requests that one process holds while they arrive and are processed. */
const MAX_HELD_BYTES = 128_000_000;

export interface ServerOptions {
  log: FastifyBaseLogger;
  trustProxy: false | string;
  maxRequestBytes: number;
  /** The folder Vite built the pages into. */
  builtPages: string;
  /** The GitHub App, when it runs in this process. */
  mounted: Mounted | null;
  /** How the GitHub App is created; null: not from here. */
  creation: CreationState | null;
  health: Health;
  /** Aborted when the process is about to stop: each answer then asks its client to open a new connection. */
  leaving: AbortSignal;
}

/** Returns the server of everything that is reached over HTTP, ready to listen. */
export async function createServer(ports: Ports, options: ServerOptions): Promise<FastifyInstance> {
  const { baseUrl, version, app, maxPdfBytes, maxImageBytes, maxHtmlBytes } = ports.settings;
  const quota = createByteQuota({ max: MAX_HELD_BYTES, largest: Math.max(maxPdfBytes, maxImageBytes, maxHtmlBytes) });
  const bodies = createLargeBodies(quota);
  const always = protection(version);
  const server = Fastify({
    loggerInstance: options.log,
    trustProxy: options.trustProxy,
    bodyLimit: MAX_ANONYMOUS_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    connectionTimeout: STALLED_MS,
    requestTimeout: STALLED_MS,
    // While the server stops, open connections are answered as usual, with a header that closes them.
    return503OnClosing: false,
    clientErrorHandler: createRefusal({ ...always, ...closed }),
    // A service address that ends with a slash and is put before a path still leads there.
    routerOptions: { maxParamLength: 300, ignoreDuplicateSlashes: true },
    // For addresses that match no route; hooks do not run for these.
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, protect(reply, always)),
  });
  const checkHost = createHostCheck([baseUrl, ...(app === null ? [] : [app.url])]);
  server.addHook('onRequest', async ({ host, routeOptions }) => {
    // The probes of a cluster use host names of their own.
    if (!['/healthz', '/readyz', '/metrics'].includes(routeOptions.url ?? '')) checkHost(host);
  });
  addFrameAccess(server);
  server.addHook('onSend', async (_request, reply) => {
    protect(reply, always);
    if (options.leaving.aborted) reply.header('connection', 'close');
  });
  // Logs the route's pattern, never the address itself, because addresses contain links.
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    request.log.info(
      { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
  server.setErrorHandler(sendFailure);
  // Only JSON is accepted. No body at all is an empty request, whatever its type.
  const readJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    checkJsonShape(text);
    if (text === '') done(null, undefined);
    else readJson(request, text, done);
  });
  await addNotFound(server, options.builtPages);

  const service: ServiceDocument = {
    name: 'sightline',
    version,
    api_url: `${baseUrl}/api`,
    mcp_url: `${baseUrl}/mcp/sightline`,
    app: app === null ? null : { url: app.url, oidc_audience: app.url, sign_in: app.signIn },
  };
  server.get('/.well-known/sightline', () => service);
  // Made once, because it is large and never changes while the process runs.
  let document: string | null = null;
  server.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(toOpenApi(ports.settings));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  addHealth(server, options.health, options.leaving);
  addDocs(server, ports.settings);
  addRest(server, ports, bodies, options.maxRequestBytes);
  await addUploads(server, ports, quota);
  addMcp(server, ports, bodies, options.maxRequestBytes, await readFramePage(options.builtPages, baseUrl));
  if (options.mounted !== null) await addMounted(server, options.mounted, quota, { ...always, ...closed });
  await addPages(server, ports, options.builtPages);
  await addHelp(server, options.builtPages);
  addEvents(server, ports);
  await addOAuth(server, ports, options.builtPages);
  if (options.creation !== null) await addAppCreation(server, options.creation, baseUrl, options.builtPages);
  return server;
}
