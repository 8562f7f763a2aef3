import type { IncomingHttpHeaders } from 'node:http';
import { type AuthInfo, createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/failure.ts';
import { checkJsonShape } from '../json-shape.ts';
import type { LargeBodies } from '../large-body.ts';
import { sendFailure } from '../send-failure.ts';
import { corsHeaders, createAccess, preflightHeaders } from './access.ts';

/** One POST: who sent it, its content, and whether the service is about to stop. */
export interface Exchange<Caller> {
  caller: Caller;
  /** The parsed body, of any shape. */
  message: unknown;
  /** Aborted when the service stops: what waits then answers with what it has. */
  stopping: AbortSignal;
}

export interface McpMount<Caller> {
  path: string;
  baseUrl: string;
  /** Origins of browsers' clients that may come, beside our own and loopback. */
  origins: readonly string[];
  /** Runs before the body is read; what it throws is answered by the server's error handler. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller>;
  /** The largest body, and whose quota it takes; null: every body is small. */
  bodies: { large: LargeBodies; maxBytes: number; sender(caller: Caller): string } | null;
  /** Counts what a batch holds beyond its first message, so that it is no way to ask more often. */
  consumeToolCall?(caller: Caller, messages: number): Promise<void>;
  /** A fresh server per request: any replica can answer any of them. */
  makeServer(exchange: Exchange<Caller>): McpServer;
  /**
   * Whether the answer takes its time or has something sent before it: then it is a stream from its first byte on, kept
   * alive. Otherwise it is one piece of JSON, and what a tool would send before it is dropped.
   */
  streams(message: unknown): boolean;
  /** Answers a request without a server; null where it cannot. */
  fastPath?(headers: IncomingHttpHeaders, exchange: Exchange<Caller>): Promise<string | Buffer> | null;
  onError(error: Error): void;
}

class NotJson extends Error {}

const refusal = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null });
const parseError = (message: string) => refusal(-32_700, message);

/** A client reads what a POST is answered as JSON-RPC. The limit counts before the body is read: its id is unknown. */
function sendLimit(error: DomainError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendFailure(error, request, reply, (body) => {
    const {
      error: { code, message },
      ...rpc
    } = refusal(-32_000, error.message);
    return { ...rpc, error: { code, message, data: body } };
  });
}

/** Messages of one batch. Each is worked on at once; hardly any client sends more than one. */
const MAX_IN_BATCH = 20;

/** The SDK reads it only: the body is parsed already. */
function webRequest(request: FastifyRequest, baseUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'content-length' || value === undefined) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return new Request(baseUrl + request.url, { method: request.method, headers, signal });
}

/** Reads bodies as JSON, and answers in JSON-RPC one that is none, and a POST past a limit. */
function addParser(scope: FastifyInstance): void {
  const readJson = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    checkJsonShape(text);
    readJson(request, text, (error, body) => done(error === null ? null : new NotJson(), body));
  });
  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof DomainError && error.code === 'rate_limited' && request.method === 'POST') {
      return sendLimit(error, request, reply);
    }
    if (!(error instanceof NotJson)) throw error;
    return reply.code(400).send(parseError('Parse error: the body is not well-formed JSON'));
  });
}

/** Returns what has the SDK answer an exchange, with a server of its own. */
function createAsk<Caller>(mount: McpMount<Caller>) {
  const exchanges = new WeakMap<AuthInfo, Exchange<Caller>>();
  const makeServer = ({ authInfo }: { authInfo?: AuthInfo }): McpServer => {
    const exchange = authInfo === undefined ? undefined : exchanges.get(authInfo);
    if (exchange === undefined) throw new Error('An MCP request came without its caller');
    return mount.makeServer(exchange);
  };
  const options = { onerror: (error: Error) => mount.onError(error) };
  const whole = createMcpHandler(makeServer, options);
  const streamed = createMcpHandler(makeServer, { ...options, responseMode: 'sse' });
  return async (exchange: Exchange<Caller>, streams: boolean, request: FastifyRequest, reply: FastifyReply) => {
    const aborted = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) aborted.abort();
    });
    const authInfo: AuthInfo = { token: '', clientId: '', scopes: [] };
    exchanges.set(authInfo, exchange);
    const answered = await (streams ? streamed : whole).fetch(webRequest(request, mount.baseUrl, aborted.signal), {
      authInfo,
      parsedBody: exchange.message,
    });
    // Answers hold secret links: no cache keeps them, and no proxy holds a stream back to compress it.
    answered.headers.set('cache-control', 'no-store, no-transform');
    return answered;
  };
}

/**
 * An MCP endpoint over streamable HTTP without sessions, all protocol revisions that the SDK serves. Who may reach it is
 * checked first, then who calls, then the body is read.
 */
export function mountMcp<Caller>(server: FastifyInstance, mount: McpMount<Caller>): void {
  const access = createAccess(mount.baseUrl, mount.origins);
  const stopping = new AbortController();
  const callers = new WeakMap<FastifyRequest, Caller>();
  const ask = createAsk(mount);
  function callerOf(request: FastifyRequest): Caller {
    const caller = callers.get(request);
    if (caller === undefined) throw new Error('An MCP request was not authenticated');
    return caller;
  }
  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const caller = callerOf(request);
    const message = request.body;
    if (message === undefined) return reply.code(400).send(parseError('Parse error: the request has no body'));
    if (Array.isArray(message) && message.length > 1) {
      if (message.length > MAX_IN_BATCH) {
        return reply.code(400).send(refusal(-32_600, `A batch holds at most ${MAX_IN_BATCH} messages`));
      }
      await mount.consumeToolCall?.(caller, message.length - 1);
    }
    const exchange: Exchange<Caller> = { caller, message, stopping: stopping.signal };
    const streams = mount.streams(message);
    const fast = streams ? null : (mount.fastPath?.(request.headers, exchange) ?? null);
    if (fast !== null) return reply.type('application/json').send(await fast);
    return reply.send(await ask(exchange, streams, request, reply));
  }

  server.register(async (scope) => {
    addParser(scope);
    scope.addHook('onRequest', async (request, reply) => {
      const { origin } = request.headers;
      access.check(request.host, origin);
      if (origin !== undefined) reply.headers(corsHeaders(origin));
    });
    scope.addHook('preClose', async () => stopping.abort());

    const { bodies } = mount;
    scope.post(mount.path, {
      ...(bodies === null ? {} : { bodyLimit: bodies.maxBytes }),
      async onRequest(request, reply) {
        callers.set(request, await mount.authenticate(request, reply));
        bodies?.large.checkLength(request);
      },
      async preParsing(request, reply, payload) {
        return bodies === null
          ? payload
          : bodies.large.receive(request, reply, payload, bodies.sender(callerOf(request)));
      },
      handler: (request, reply) =>
        bodies === null ? answer(request, reply) : bodies.large.during(request, () => answer(request, reply)),
    });
    scope.options(mount.path, (request, reply) =>
      reply.code(204).headers(preflightHeaders(request.headers['access-control-request-headers'])).send(),
    );
    scope.route({
      method: ['GET', 'DELETE'],
      url: mount.path,
      // Some clients look with GET first whether they have to sign in.
      async onRequest(request, reply) {
        await mount.authenticate(request, reply);
      },
      handler: (_request, reply) =>
        reply.code(405).header('allow', 'POST').send({
          error: 'malformed_request',
          message: 'This address is for MCP clients: give it to yours. It takes POST only.',
        }),
    });
  });
}
