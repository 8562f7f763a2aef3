import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { statusOf } from '../../../server/api/failure.ts';
import { type Input, type Output, ServiceError } from '../../../server/contract/client.ts';
import { ErrorBody } from '../../../server/contract/error.ts';
import type { OperationName } from '../../../server/contract/index.ts';
import type { TestService } from '../../support/service.ts';

/** A client with its own workspace. */
export type ApiCaller = Awaited<ReturnType<TestService['newClient']>>;

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

/** Returns the refusal of a call. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; body: Partial<ErrorBody> }> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (outcome instanceof ServiceError) return { status: outcome.status, body: outcome.body };
  throw outcome ?? new Error('The call was not refused');
}
