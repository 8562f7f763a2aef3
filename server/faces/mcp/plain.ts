import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import {
  classifyInboundRequest,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type McpServer,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server';

/** Whether a request's headers are those of the revisions before 2026-07-28, and nothing is wrong with them. */
export function isPlain(headers: IncomingHttpHeaders): boolean {
  const { accept = '', 'mcp-protocol-version': version } = headers;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return false;
  return version === undefined || (typeof version === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(version));
}

/** A single request of those revisions; null for whatever else the SDK should answer itself. */
export function plainRequest(message: unknown): JSONRPCRequest | null {
  const route = classifyInboundRequest({ httpMethod: 'POST', body: message });
  const isOne = route.kind === 'legacy' && (route.reason === 'no-claim' || route.reason === 'initialize');
  // The classification has just held it against the protocol's schema.
  return isOne ? (message as JSONRPCRequest) : null;
}

/** Carries one request to a server and its answer back. There is no way to send anything before it. */
class OneAnswer implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** null when the caller has gone before. */
  readonly answered: Promise<JSONRPCMessage | null>;
  #answer: (message: JSONRPCMessage | null) => void = () => {};

  constructor() {
    this.answered = new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#answer(message);
    else if ('id' in message) throw new Error('A client cannot be asked anything before it is answered');
  }

  async close(): Promise<void> {
    this.#answer(null);
    this.onclose?.();
  }
}

/**
 * What the server answers, in one piece: without the streams that the SDK makes of every answer to earlier revisions.
 */
export async function answerPlainly(
  server: McpServer,
  request: JSONRPCRequest,
  response: ServerResponse,
): Promise<string> {
  const transport = new OneAnswer();
  await server.connect(transport);
  const leave = (): void => void server.close();
  response.once('close', leave);
  transport.onmessage?.(request);
  const answer = await transport.answered;
  // Nothing else holds on to the server: it needs no closing.
  response.off('close', leave);
  return JSON.stringify(answer);
}
