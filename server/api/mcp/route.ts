import type { IncomingHttpHeaders } from 'node:http';
import { type AuthInfo, createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/failure.ts';
import { checkJsonShape } from '../json-shape.ts';
import type { LargeBodies } from '../large-body.ts';
import { sendFailure } from '../send-failure.ts';
import { corsHeaders, createAccess, preflightHeaders } from './access.ts';

/** One POST: its sender, its content, and whether the service is about to stop. */
export interface Exchange<Caller> {
  caller: Caller;
  /** The parsed body, of any shape. */
  message: unknown;
  /** The protocol revision and the session that the client sends; null: none. */
  revision: string | null;
  session: string | null;
  /** What the log calls this request. */
  requestId: string;
  /** Aborted when the service stops: a wait then answers with what it has. */
  stopping: AbortSignal;
}

export interface McpMount<Caller> {
  path: string;
  baseUrl: string;
  /** Origins of browser clients that may call, besides our own and loopback. */
  origins: readonly string[];
  /** Runs before the body is read. The server's error handler answers what it throws. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller>;
  /** The largest body, and the sender whose quota it takes; null: every body is small. */
  bodies: { large: LargeBodies; maxBytes: number; sender(caller: Caller): string } | null;
  /** Counts the messages of a batch beyond the first, so that a batch does not evade the limit. */
  consumeToolCall?(caller: Caller, messages: number): Promise<void>;
  /** Makes a new server for each request, so that any replica can answer any request. */
  makeServer(exchange: Exchange<Caller>): McpServer;
  /**
   * Returns whether the answer may take long or has something sent before it. Then it is a stream from the first byte,
   * and kept alive. Otherwise it is one piece of JSON, and what a tool would send before it is dropped.
   */
  streams(message: unknown): boolean;
  /** Returns a session for an `initialize`: what the client is to send with each request; null: nothing. */
  sessionFor?(message: unknown): string | null;
  /** Answers a request without an SDK server; null where it cannot. */
  fastPath?(headers: IncomingHttpHeaders, exchange: Exchange<Caller>): Promise<string | Buffer> | null;
  onError(error: Error): void;
}

class NotJson extends Error {}

const refusal = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null });
const parseError = (message: string) => refusal(-32_700, message);

/**
 * Answers a limit in JSON-RPC, which is what a client expects of a POST. The limit counts before the body is read, so
 * the message's id is unknown.
 */
function sendLimit(error: DomainError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendFailure(error, request, reply, (body) => {
    const {
      error: { code, message },
      ...rpc
    } = refusal(-32_000, error.message);
    return { ...rpc, error: { code, message, data: body } };
  });
}

/** The most messages of one batch. All run at the same time; hardly any client sends more than one. */
const MAX_IN_BATCH = 20;

/** Makes the request that the SDK only reads; the body is already parsed. */
function webRequest(request: FastifyRequest, baseUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'content-length' || value === undefined) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return new Request(baseUrl + request.url, { method: request.method, headers, signal });
}

function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

const isAnswer = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'id' in message && ('result' in message || 'error' in message);

const isMalformed = (error: unknown): boolean =>
  error instanceof NotJson || (error instanceof DomainError && error.code === 'malformed_request');

/** Reads bodies as JSON. Answers invalid JSON, and a POST past a limit, in JSON-RPC. */
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
    if (!isMalformed(error)) throw error;
    return reply.code(400).send(parseError('Parse error: the body is not well-formed JSON'));
  });
}

/** Returns a function that lets the SDK answer an exchange, each with a server of its own. */
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
    // Answers contain secret links: no cache may store them, and no proxy may delay a stream to compress it.
    answered.headers.set('cache-control', 'no-store, no-transform');
    return answered;
  };
}

/**
 * Adds an MCP endpoint over streamable HTTP without sessions, for all protocol revisions that the SDK serves. It first
 * checks host and origin, then authenticates the caller, then reads the body.
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
    // A client's answer to what was sent beside a call, which nobody waits for.
    if (isAnswer(message)) return reply.code(202).send();
    if (Array.isArray(message) && message.length > 1) {
      if (message.length > MAX_IN_BATCH) {
        return reply.code(400).send(refusal(-32_600, `A batch holds at most ${MAX_IN_BATCH} messages`));
      }
      await mount.consumeToolCall?.(caller, message.length - 1);
    }
    const revision = headerOf(request, 'mcp-protocol-version');
    const session = headerOf(request, 'mcp-session-id');
    const exchange: Exchange<Caller> = {
      caller,
      message,
      revision,
      session,
      requestId: request.id,
      stopping: stopping.signal,
    };
    const streams = mount.streams(message);
    const fast = streams ? null : (mount.fastPath?.(request.headers, exchange) ?? null);
    if (fast !== null) return reply.type('application/json').send(await fast);
    const answered = await ask(exchange, streams, request, reply);
    const given = mount.sessionFor?.(message) ?? null;
    if (given !== null) answered.headers.set('mcp-session-id', given);
    return reply.send(answered);
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
      config: { refuses: true },
      // Some clients first send a GET to find out whether they have to sign in.
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
