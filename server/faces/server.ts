import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { ServiceDocument } from '../contract/registration.ts';
import { DomainError } from '../domain/failure.ts';
import type { Ports } from '../domain/ports.ts';
import { toFailure } from './failure.ts';
import { addMcp } from './mcp.ts';
import { addMounted, type Mounted } from './mounted.ts';
import { toOpenApi } from './openapi.ts';
import { addPages } from './page/index.ts';
import { addRest } from './rest.ts';

export interface ServerOptions {
  log: FastifyBaseLogger;
  trustProxy: boolean | string;
  maxRequestBytes: number;
  /** The folder Vite built the pages into. */
  builtPages: string;
  /** The GitHub App, when it runs in this process. */
  mounted: Mounted | null;
  /** Whether database, queue and storage answer. */
  ready(): Promise<boolean>;
}

/** What Fastify itself refuses, in our words. */
function fromFastify(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new DomainError('unsupported_media_type', 'Send JSON, with `Content-Type: application/json`.');
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new DomainError('too_large', 'The request is too large.');
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return new DomainError('malformed_request', 'The JSON body is empty.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500 && !(error instanceof DomainError)) {
    return new DomainError('malformed_request', 'The request is not well-formed JSON over HTTP.');
  }
  return error;
}

/** Everything that is reached over HTTP, ready to listen. */
export async function createServer(ports: Ports, options: ServerOptions): Promise<FastifyInstance> {
  const { baseUrl, version, app } = ports.settings;
  const server = Fastify({
    loggerInstance: options.log,
    trustProxy: options.trustProxy,
    bodyLimit: options.maxRequestBytes,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
  });
  server.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'x-service-version': version,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });
  // The route's pattern, never the address itself: addresses hold links.
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    request.log.info(
      { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
  server.setErrorHandler((error, request, reply) => {
    const failure = toFailure(fromFastify(error), request.id);
    if (failure.unexpected) request.log.error({ err: error }, 'unexpected');
    if (failure.body.error === 'rate_limited') {
      const wait = String(failure.body.retry_after ?? 60);
      reply.headers({ 'retry-after': wait, 'ratelimit-remaining': '0', 'ratelimit-reset': wait });
      if (typeof failure.body.limit === 'number') reply.header('ratelimit-limit', String(failure.body.limit));
    }
    if (failure.challenge !== undefined && !reply.hasHeader('www-authenticate')) {
      reply.header('www-authenticate', failure.challenge);
    }
    return reply.code(failure.status).header('cache-control', 'no-store').send(failure.body);
  });
  server.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .send({ error: 'not_found', message: 'There is nothing at this address. The reference is at /openapi.json.' }),
  );

  const service: ServiceDocument = {
    name: 'sightline',
    version,
    api_url: `${baseUrl}/api`,
    mcp_url: `${baseUrl}/mcp/sightline`,
    app: app === null ? null : { url: app.url, oidc_audience: app.url },
  };
  server.get('/.well-known/sightline', () => service);
  server.get('/openapi.json', () => toOpenApi(ports.settings));
  server.get('/healthz', () => ({ ok: true }));
  server.get('/readyz', async (_request, reply) => {
    const ready = await options.ready();
    return reply.code(ready ? 200 : 503).send({ ready });
  });
  addRest(server, ports);
  addMcp(server, ports);
  if (options.mounted !== null) await addMounted(server, options.mounted);
  await addPages(server, ports, options.builtPages);
  return server;
}
