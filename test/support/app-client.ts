import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { closeOnce } from './file-end.ts';

export interface Tool {
  name: string;
  description?: string | undefined;
  _meta?: { ui?: { resourceUri?: string; visibility?: string[] } } | undefined;
}
export interface ToolResult {
  structuredContent?: Record<string, unknown>;
  content?: unknown;
  isError?: boolean;
}

/** A client of an agent. Everything that it returns, except to the page that it draws, its model may read. */
export interface Agent {
  instructions(): string | undefined;
  listTools(): Promise<Tool[]>;
  call(name: string, input: object): Promise<ToolResult>;
  read(uri: string): Promise<{ contents: { mimeType?: string; text?: string; _meta?: object }[] }>;
  listResources(): Promise<unknown>;
  prompt(name: string, input: Record<string, string>): Promise<unknown>;
  close(): Promise<void>;
}

const info = { name: 'test', version: '1' };

/** What a client declares that draws pages in the conversation. */
export const drawsApps = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

function agentOf(client: Client | OldClient): Agent {
  return {
    instructions: () => client.getInstructions(),
    listTools: async () => (await client.listTools()).tools as Tool[],
    call: async (name, input) => (await client.callTool({ name, arguments: { ...input } })) as ToolResult,
    read: async (uri) => (await client.readResource({ uri })) as never,
    listResources: () => client.listResources(),
    prompt: (name, input) => client.getPrompt({ name, arguments: input }),
    close: closeOnce(() => client.close()),
  };
}

/** Connects a client, in each revision of the protocol. */
export const agents: Record<string, (url: string, token: string, capabilities?: object) => Promise<Agent>> = {
  async '2026-07-28'(url, token, capabilities = drawsApps) {
    const client = new Client(info, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp/sightline`), { requestInit }));
    return agentOf(client);
  },
  async '2025-11-25'(url, token, capabilities = drawsApps) {
    const client = new OldClient(info, { capabilities });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    // The SDK's own types disagree about an absent session.
    await client.connect(new OldTransport(new URL(`${url}/mcp/sightline`), { requestInit }) as never);
    return agentOf(client);
  },
};
