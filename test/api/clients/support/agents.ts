import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
  UnauthorizedError as NewUnauthorized,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import {
  type OAuthDiscoveryState as OldDiscovery,
  UnauthorizedError as OldUnauthorized,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Browser } from 'playwright-core';
import { startCallback } from '../../../support/callback.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import type { pressConnect } from './person.ts';
import { SignIn } from './sign-in.ts';

/** A tool's answer, the same for both SDKs. */
export interface Answer {
  isError?: boolean | undefined;
  content: { type: string; text?: string; data?: string; mimeType?: string }[];
  structuredContent?: Record<string, unknown> | undefined;
}

/** A program that reaches the service through an SDK and signed in by OAuth. */
export interface Agent {
  /** How it signed in, and the tokens it received. */
  signIn: Pick<
    SignIn<{ client_id: string }, { access_token: string }, unknown>,
    'clientMetadata' | 'holds' | 'visited'
  >;
  /** The protocol revision that both sides agreed on. */
  revision: string;
  tools(): Promise<string[]>;
  call(name: string, input: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

const waits = { timeout: PATIENCE_MS };

/** Calls an SDK as an application does when it must sign in first: waits for the browser and tries once more. */
async function signingIn<Value>(
  isUnauthorized: (error: unknown) => boolean,
  finish: () => Promise<void>,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    await finish();
    return work();
  }
}

/** Connects with the SDK's previous major version. */
export async function connectOld(
  mcpUrl: string,
  browser: Browser,
  metadataUrl?: string,
  press?: typeof pressConnect,
): Promise<Agent> {
  const callback = await startCallback();
  const signIn = new SignIn<OAuthClientInformationMixed, OAuthTokens, OldDiscovery>(
    browser,
    callback,
    'Client of the line before',
    press,
  );
  if (metadataUrl !== undefined) signIn.clientMetadataUrl = metadataUrl;
  const client = new OldClient({ name: 'old-line', version: '1.0.0' });
  let transport = new OldTransport(new URL(mcpUrl), { authProvider: signIn });
  const signed = <Value>(work: () => Promise<Value>): Promise<Value> =>
    signingIn(
      (error) => error instanceof OldUnauthorized,
      async () => transport.finishAuth((await signIn.answer()).get('code') ?? ''),
      work,
    );
  await signed(() => {
    transport = new OldTransport(new URL(mcpUrl), { authProvider: signIn });
    return client.connect(transport);
  });
  return {
    signIn,
    revision: transport.protocolVersion ?? '',
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) =>
      (await signed(() => client.callTool({ name, arguments: input }, undefined, waits))) as unknown as Answer,
    async close() {
      await client.close();
      await callback.close();
    },
  };
}

/** Connects with the SDK's current major version, with or without the protocol revision that has no handshake. */
export async function connectNew(
  mcpUrl: string,
  browser: Browser,
  mode: 'legacy' | 'auto',
  metadataUrl?: string,
): Promise<Agent> {
  const callback = await startCallback();
  const signIn = new SignIn<StoredOAuthClientInformation, StoredOAuthTokens, OAuthDiscoveryState>(
    browser,
    callback,
    `Current, ${mode}`,
  );
  if (metadataUrl !== undefined) signIn.clientMetadataUrl = metadataUrl;
  const client = new NewClient({ name: 'current-line', version: '1.0.0' }, { versionNegotiation: { mode } });
  let transport = new NewTransport(new URL(mcpUrl), { authProvider: signIn });
  const signed = <Value>(work: () => Promise<Value>): Promise<Value> =>
    signingIn(
      (error) => error instanceof NewUnauthorized,
      async () => transport.finishAuth(await signIn.answer()),
      work,
    );
  await signed(() => {
    transport = new NewTransport(new URL(mcpUrl), { authProvider: signIn });
    return client.connect(transport);
  });
  return {
    signIn,
    revision: client.getNegotiatedProtocolVersion() ?? '',
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) =>
      (await signed(() => client.callTool({ name, arguments: input }, waits))) as unknown as Answer,
    async close() {
      await client.close();
      await callback.close();
    },
  };
}
