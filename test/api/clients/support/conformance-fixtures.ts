import { McpServer } from '@modelcontextprotocol/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { mountMcp } from '../../../../server/api/mcp/route.ts';
import { sendFailure } from '../../../../server/api/send-failure.ts';
import { closeOnce } from '../../../support/file-end.ts';
import { freePort } from '../../../support/free-port.ts';
import { addFixtureQuestions, fixtureState } from './fixture-questions.ts';
import { addFixturePrompts, addFixtureResources } from './fixture-resources.ts';
import { addFixtureSchemas } from './fixture-schemas.ts';
import { addFixtureTools } from './fixture-tools.ts';

/**
 * Creates a server with the tools, resources and prompts that `@modelcontextprotocol/conformance` calls by name, as its
 * scenarios describe them. Each request gets a new one, like the service's own.
 */
function createFixtureServer(): McpServer {
  const unchanging = { listChanged: false };
  const server = new McpServer(
    { name: 'conformance-fixtures', version: '1.0.0' },
    {
      capabilities: {
        tools: unchanging,
        prompts: unchanging,
        resources: { ...unchanging, subscribe: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: fixtureState.verify },
    },
  );
  addFixtureTools(server);
  addFixtureQuestions(server);
  addFixtureSchemas(server);
  addFixtureResources(server);
  addFixturePrompts(server);
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  return server;
}

/** The tools that send a message or a question before they answer. */
const talking = /^test_(tool_with_(progress|logging)|logging_tool|sampling|elicitation\w*)$/;

function saysMore(message: unknown): boolean {
  const call = message as { method?: unknown; params?: { name?: unknown } } | null;
  return call?.method === 'tools/call' && talking.test(String(call.params?.name));
}

/** Serves the fixtures with the service's own route code, on loopback and without sign-in: the suite cannot sign in. */
export async function startFixtures(): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const path = '/mcp/fixtures';
  const server: FastifyInstance = Fastify();
  server.setErrorHandler(sendFailure);
  mountMcp(server, {
    path,
    baseUrl,
    origins: [],
    bodies: null,
    authenticate: async () => null,
    makeServer: createFixtureServer,
    streams: saysMore,
    onError: () => {},
  });
  await server.listen({ port, host: 'localhost' });
  return { url: baseUrl + path, close: closeOnce(() => server.close()) };
}
