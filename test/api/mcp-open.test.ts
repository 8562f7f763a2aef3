import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { base64, decide, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { connectMcp } from './support/rest-and-mcp.ts';

const service = await startService({ ROLE: 'web' });
const client = await service.newClient();

interface Question {
  mode?: string | undefined;
  url?: string;
  message: string;
}
interface Agent {
  /** Calls a tool. Returns all that a model may read of its answer. */
  call(name: string, input: object): Promise<{ structuredContent?: Record<string, unknown>; content: unknown }>;
  close(): Promise<void>;
}
type Heard = (question: Question) => void;

const capabilities = { elicitation: { url: {} } };
const info = { name: 'test', version: '1' };
const at = () => new URL(`${service.url}/mcp/sightline`);
const requestInit = () => ({ headers: { authorization: `Bearer ${client.token}` } });

/** Connects a client that opens addresses for its person, each in its revision of the protocol. */
const connects: Record<string, (heard: Heard, action: 'accept' | 'decline') => Promise<Agent>> = {
  async '2026-07-28'(heard, action) {
    const agent = new Client(info, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } });
    agent.setRequestHandler('elicitation/create', ({ params }) => {
      heard(params as Question);
      return { action };
    });
    await agent.connect(new StreamableHTTPClientTransport(at(), { requestInit: requestInit() }));
    return {
      call: async (name, input) => (await agent.callTool({ name, arguments: { ...input } })) as never,
      close: () => agent.close(),
    };
  },
  async '2025-11-25'(heard, action) {
    const agent = new OldClient(info, { capabilities });
    agent.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      heard(params as Question);
      return { action };
    });
    // The SDK's own types disagree about an absent session.
    await agent.connect(new OldTransport(at(), { requestInit: requestInit() }) as never);
    return {
      call: async (name, input) => (await agent.callTool({ name, arguments: { ...input } })) as never,
      close: () => agent.close(),
    };
  },
};

describe.each(Object.keys(connects))('a client of %s that opens addresses', (revision) => {
  test.each(['accept', 'decline'] as const)(
    'is asked once to open a review, and its model never reads the link: %s',
    async (action) => {
      const questions: Question[] = [];
      const agent = await (connects[revision] as (typeof connects)[string])((each) => questions.push(each), action);
      const images = [{ image: await base64(), label: 'Home' }];
      const made = await agent.call('create_review', { title: 'A home page', images });
      const id = String(made.structuredContent?.id);
      const { review_url: url } = await client.call('get_review', { id });
      const first = await agent.call('wait_for_decision', { id, seconds: 1 });
      const second = await agent.call('wait_for_decision', { id, seconds: 1 });
      expect(questions).toEqual([
        expect.objectContaining({ mode: 'url', url, message: expect.stringContaining('“A home page”') }),
      ]);
      expect(made.structuredContent?.next_action).toEqual({
        action: 'wait_for_reviewer',
        summary: expect.stringContaining('wait_for_decision'),
      });
      const link = url.split('/').at(-1) ?? '';
      expect(link).toHaveLength(43);
      expect(JSON.stringify([made, first, second])).not.toContain(link);
      // Before 2026-07-28 the answer to the question comes by itself, to any replica.
      const isToldOf = action === 'decline' && revision === '2026-07-28';
      expect(JSON.stringify(first).includes('Call get_review, give its review_url')).toBe(isToldOf);
      // No sentence speaks of a link that the model does not have.
      expect(JSON.stringify(isToldOf ? [made, second] : [made, first, second])).not.toContain('review_url');
      expect([first, second].map(({ structuredContent }) => structuredContent?.waiting)).toEqual([true, true]);
      await decide(await client.call('get_review', { id }), 'approved');
      const after = await agent.call('wait_for_decision', { id });
      expect(after.structuredContent).toMatchObject({ status: 'approved', waiting: false });
      await agent.close();
    },
  );
});

test('a question of 2026-07-28 carries its identifier, without which Copilot CLI 1.0 fails', async () => {
  const { id } = await review(client);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': info,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const params = { name: 'wait_for_decision', arguments: { id, seconds: 1 }, _meta };
  const answer = await fetch(at(), {
    method: 'POST',
    headers: {
      ...requestInit().headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': params.name },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const { result } = JSON.parse((await answer.text()).replace(/^[^{]*/, ''));
  expect(result.inputRequests.open_review.params).toMatchObject({ mode: 'url', elicitationId: id });
});

test('an answer that nobody waits for is accepted, at whichever process it arrives', async () => {
  const answer = { jsonrpc: '2.0', id: 'open-1', result: { action: 'accept' } };
  const sent = await fetch(at(), {
    method: 'POST',
    headers: {
      ...requestInit().headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(answer),
  });
  expect([sent.status, await sent.text()]).toEqual([202, '']);
});

test('a client that opens nothing gets the link, and one that it can show to its person', async () => {
  const agent = await connectMcp(service.url, client.token);
  const images = [{ image: await base64(), label: 'Home' }];
  const { structuredContent, content } = await agent.callTool({
    name: 'create_review',
    arguments: { title: 'A home page', images },
  });
  const { id, review_url: url } = structuredContent as Record<string, string>;
  expect((await client.call('get_review', { id: id ?? '' })).review_url).toBe(url);
  expect(content).toEqual([
    { type: 'text', text: JSON.stringify(structuredContent) },
    expect.objectContaining({ type: 'resource_link', uri: url, title: 'Open the review' }),
  ]);
  await agent.close();
});
