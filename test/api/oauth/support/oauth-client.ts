import { createHash, randomBytes } from 'node:crypto';

/** An endpoint's answer. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

export type Fields = Record<string, string | undefined>;

function toForm(fields: Fields): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  return form;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text };
  return { status: response.status, headers: response.headers, body };
}

export async function postForm(url: string, fields: Fields | string, headers: Record<string, string> = {}) {
  const body = typeof fields === 'string' ? fields : toForm(fields).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return answerOf(await fetch(url, { method: 'POST', body, headers: { ...type, ...headers } }));
}

export async function postJson(url: string, value: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return answerOf(
    await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }),
  );
}

export function newVerifier(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A code, with everything needed to exchange it. */
export interface Grant {
  client_id: string;
  redirect_uri: string;
  code: string;
  code_verifier: string;
}

/** A client that signs in over HTTP, including the person's press on the connect screen. */
export function oauthClient(url: string) {
  const register = async (metadata: object = {}): Promise<string> => {
    const answer = await postJson(`${url}/oauth/register`, {
      redirect_uris: ['http://localhost/callback'],
      client_name: 'A test',
      ...metadata,
    });
    if (answer.status !== 201) throw new Error(`Not registered: ${JSON.stringify(answer.body)}`);
    return String(answer.body.client_id);
  };

  /** Presses Connect and returns the redirect address. `joinWith`: the try token that the person pastes. */
  const press = async (query: Fields, joinWith?: string): Promise<URL> => {
    const screen = await fetch(`${url}/oauth/authorize?${toForm(query)}`, { redirect: 'manual' });
    const page = await screen.text();
    const consent = /name="consent" value="([^"]+)"/.exec(page)?.[1];
    if (consent === undefined) throw new Error(`No connect screen: ${screen.status} ${screen.headers.get('location')}`);
    const choice: Fields = joinWith === undefined ? { choice: 'new' } : { choice: 'join', token: joinWith };
    const pressed = await fetch(`${url}/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: toForm({ consent, ...choice }).toString(),
    });
    const location = pressed.headers.get('location');
    if (location === null) throw new Error(`Not sent back: ${pressed.status}`);
    return new URL(location);
  };

  const newGrant = async (options: { clientId?: string; redirectUri?: string; joinWith?: string } = {}) => {
    const client_id = options.clientId ?? (await register());
    const redirect_uri = options.redirectUri ?? 'http://localhost:43117/callback';
    const { verifier, challenge } = newVerifier();
    const back = await press(
      {
        response_type: 'code',
        client_id,
        redirect_uri,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state: 'a state',
      },
      options.joinWith,
    );
    const code = back.searchParams.get('code') ?? '';
    return { client_id, redirect_uri, code, code_verifier: verifier } satisfies Grant;
  };

  const token = (fields: Fields | string, headers?: Record<string, string>): Promise<Answer> =>
    postForm(`${url}/oauth/token`, fields, headers);
  const exchange = (grant: Fields): Promise<Answer> => token({ grant_type: 'authorization_code', ...grant });
  const refresh = (client_id: string, refresh_token: string, more: Fields = {}): Promise<Answer> =>
    token({ grant_type: 'refresh_token', client_id, refresh_token, ...more });
  const revoke = (fields: Fields): Promise<Answer> => postForm(`${url}/oauth/revoke`, fields);

  /** Registers, presses Connect and exchanges the code. */
  const connect = async (options: Parameters<typeof newGrant>[0] = {}): Promise<Tokens & { client_id: string }> => {
    const grant = await newGrant(options);
    const answer = await exchange({ ...grant });
    if (answer.status !== 200) throw new Error(`Not connected: ${JSON.stringify(answer.body)}`);
    return { ...(answer.body as unknown as Tokens), client_id: grant.client_id };
  };

  /** Returns the service's answer to this token: 200, or 401 with the kind of error. */
  const knock = async (bearer: string): Promise<string> => {
    const response = await fetch(`${url}/api/billing`, { headers: { authorization: `Bearer ${bearer}` } });
    const kind = /error="(\w+)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1];
    return [response.status, kind].filter((part) => part !== undefined).join(' ');
  };

  return { register, press, newGrant, token, exchange, refresh, revoke, connect, knock };
}

/** Returns every row of every table as text, as a reader of the whole database sees it. */
export async function dumpOf(databaseUrl: string): Promise<string> {
  const { default: pg } = await import('pg');
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const { rows: tables } = await db.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts = [];
    for (const { name } of tables) {
      const { rows } = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await db.end();
  }
}
