import { expect } from 'vitest';
import type { Answer, oauthClient } from './oauth-client.ts';

type OAuthClient = ReturnType<typeof oauthClient>;

export interface Pair {
  access: string;
  refresh: string;
}

/** Returns the pair of tokens in an endpoint's answer. */
export function pairOf({ status, headers, body }: Answer): Pair {
  expect([status, headers.get('cache-control'), body.token_type, body.scope]).toEqual([
    200,
    'no-store',
    'Bearer',
    'mcp:use',
  ]);
  return { access: String(body.access_token), refresh: String(body.refresh_token) };
}

/** Connects a new client. Its refreshes can use another process. */
export async function connectPair(client: OAuthClient) {
  const { client_id, access_token, refresh_token } = await client.connect();
  const first: Pair = { access: access_token, refresh: refresh_token };
  return { first, refresh: (token: string, through = client) => through.refresh(client_id, token), client_id };
}

/** Returns the status and error of a refused refresh. */
export function refused({ status, headers, body }: Answer): unknown[] {
  expect(headers.get('cache-control')).toBe('no-store');
  return [status, body.error];
}

export const invalid = [400, 'invalid_grant'];
