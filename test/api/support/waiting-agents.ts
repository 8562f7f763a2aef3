import pino from 'pino';
import { expect } from 'vitest';
import { bootstrap } from '../../../server/bootstrap.ts';
import { readConfig } from '../../../server/config.ts';
import { closeOnce } from '../../support/file-end.ts';
import { freePort } from '../../support/free-port.ts';
import type { TestService } from '../../support/service.ts';

export interface WaitingProcess {
  url: string;
  /** How many callers wait for a change now. */
  listening(): number;
  close(): Promise<void>;
}

/**
 * Starts another process over the same database and files, but with its own memory: the process at which agents wait.
 */
export async function startWaitingProcess(
  deciding: TestService,
  clock: () => Date = () => new Date(),
): Promise<WaitingProcess> {
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    // Both processes have one public address, as behind a load balancer.
    BASE_URL: deciding.url,
    DATABASE_URL: deciding.databaseUrl,
    SECRET_KEY: 'a key for tests only of no worth',
    DATA_DIR: deciding.dataDir,
    ROLE: 'web',
  });
  const log = pino({ level: 'silent' });
  const { ports, server, queue, close } = await bootstrap({
    config,
    databaseUrl: deciding.databaseUrl,
    secretKey: config.secretKey ?? '',
    log,
    clock,
  });
  let listening = 0;
  const { signals } = ports;
  const listen = signals.listen.bind(signals);
  signals.listen = (topic, heard) => {
    listening += 1;
    const stop = listen(topic, heard);
    return () => {
      listening -= 1;
      stop();
    };
  };
  await server.listen({ port, host: '127.0.0.1' });
  return {
    url: `http://localhost:${port}`,
    listening: () => listening,
    close: closeOnce(async () => {
      await server.close();
      await queue.stop(1000);
      await close();
    }),
  };
}

export interface Reply {
  jsonrpc: string;
  method?: string;
  params?: { progressToken?: unknown; progress?: number; total?: number; message?: string };
  result?: { structuredContent?: Record<string, unknown>; isError?: boolean };
}

export const clientInfo = { name: 'test', version: '1' };
export const revisions = {
  '2025-11-25': { headers: { 'mcp-protocol-version': '2025-11-25' }, meta: {} },
  '2026-07-28': {
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'wait_for_decision' },
    meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
} as const;
export type Revision = keyof typeof revisions;

interface Agent {
  /** The process at which it waits. */
  url: string;
  token: string;
}

interface Wait {
  revision?: Revision;
  progressToken?: string;
  signal?: AbortSignal;
  seconds?: number;
  after_decision?: number;
}

/** Waits with plain HTTP, so that every message before the answer can be checked. */
export async function* listenTo({ url, token }: Agent, id: string, wait: Wait = {}): AsyncGenerator<Reply> {
  const { headers, meta } = revisions[wait.revision ?? '2025-11-25'];
  const _meta = { ...meta, ...(wait.progressToken === undefined ? {} : { progressToken: wait.progressToken }) };
  const { seconds = 45, after_decision } = wait;
  const params = { name: 'wait_for_decision', arguments: { id, seconds, after_decision }, _meta };
  const answer = await fetch(`${url}/mcp/sightline`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal: wait.signal ?? null,
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.+)$/m.exec(frame)?.[1];
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}

/** Returns all messages in order. */
export async function waitFor(agent: Agent, id: string, wait: Wait = {}): Promise<Reply[]> {
  const replies: Reply[] = [];
  for await (const reply of listenTo(agent, id, wait)) replies.push(reply);
  return replies;
}

export const outcomeOf = (replies: Reply[]): Record<string, unknown> | undefined =>
  replies.at(-1)?.result?.structuredContent;
