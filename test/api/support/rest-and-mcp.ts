import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe } from 'vitest';
import { statusOf } from '../../../server/api/failure.ts';
import {
  type CallOptions,
  createClient,
  type Input,
  type Output,
  ServiceError,
} from '../../../server/contract/client.ts';
import { ErrorBody } from '../../../server/contract/error.ts';
import type { OperationName, RestOperationName } from '../../../server/contract/index.ts';
import { startService, type TestService } from '../../support/service.ts';

/** A client with its own workspace, over REST or MCP. Both throw {@link ServiceError}s. */
export interface ApiCaller {
  token: string;
  workspaceId: string;
  call<Name extends RestOperationName>(name: Name, input: Input<Name>, options?: CallOptions): Promise<Output<Name>>;
}

export interface Api {
  name: 'REST' | 'MCP';
  service: TestService;
  newCaller(): Promise<ApiCaller>;
}

export async function connectMcp(url: string, token: string): Promise<McpClient> {
  const client = new McpClient({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp/sightline`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return client;
}

/** Calls a tool. A tool error becomes the error that the REST client throws for the same refusal. */
export async function callTool<Name extends OperationName>(
  client: McpClient,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const result = await client.callTool({ name, arguments: { ...input } });
  if (result.isError === true) {
    const [first] = result.content as { type: string; text?: string }[];
    const body = ErrorBody.parse(JSON.parse(first?.text ?? ''));
    throw new ServiceError(statusOf[body.error], body);
  }
  // The client has already checked it against the tool's output schema.
  return result.structuredContent as Output<Name>;
}

function restFace(service: TestService): Api {
  return { name: 'REST', service, newCaller: () => service.newClient() };
}

interface Short extends Record<string, unknown> {
  id: string;
  review: Partial<Short>;
}

/** Tools answer briefly. The rest is read over REST, so that the same tests work for both. */
async function inFull(answer: Partial<Short>, read: (id: string) => Promise<object>): Promise<object> {
  const { review, id, status, next_action, warnings } = answer;
  if (review !== undefined) return { ...answer, review: await inFull(review, read) };
  if (id === undefined || answer.review_url === undefined) return answer;
  return { ...(await read(id)), status, next_action, ...(warnings === undefined ? {} : { warnings }) };
}

function mcpFace(service: TestService, opened: McpClient[]): Api {
  return {
    name: 'MCP',
    service,
    async newCaller() {
      const { token, workspaceId } = await service.newClient();
      const client = await connectMcp(service.url, token);
      opened.push(client);
      const rest = createClient({ baseUrl: service.url, bearer: token });
      return {
        token,
        workspaceId,
        call: async <Name extends RestOperationName>(name: Name, input: Input<Name>, options: CallOptions = {}) => {
          const key = options.idempotencyKey === undefined ? {} : { client_request_id: options.idempotencyKey };
          const answer = await callTool(client, name, { ...input, ...key });
          return (await inFull(answer, (id) => rest.call('get_review', { id }))) as Output<Name>;
        },
      };
    },
  };
}

type Tests = (api: () => Api) => void;

/** Runs the same tests through REST and through MCP, each with its own service, where REST and MCP may differ. */
export const describeRestAndMcp = (title: string, settings: Record<string, string>, tests: Tests): void =>
  describeOver(['REST', 'MCP'], title, settings, tests);

/** Runs tests only through REST, for code that REST and MCP share. */
export const describeRest = (title: string, settings: Record<string, string>, tests: Tests): void =>
  describeOver(['REST'], title, settings, tests);

function describeOver(names: Api['name'][], title: string, settings: Record<string, string>, tests: Tests): void {
  describe.each(names)(`${title}, over %s`, (name) => {
    let api: Api | undefined;
    const opened: McpClient[] = [];
    beforeAll(async () => {
      const service = await startService(settings);
      api = name === 'REST' ? restFace(service) : mcpFace(service, opened);
    });
    afterAll(async () => {
      await Promise.all(opened.map((client) => client.close()));
      await api?.service.close();
    });
    tests(() => {
      if (api === undefined) throw new Error('The api is used before its service runs');
      return api;
    });
  });
}

/** Returns the refusal of a call. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; body: Partial<ErrorBody> }> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (outcome instanceof ServiceError) return { status: outcome.status, body: outcome.body };
  throw outcome ?? new Error('The call was not refused');
}
