import { createClient } from '../../../../server/contract/client.ts';
import type { TestService } from '../../../support/service.ts';
import { sql } from '../../support/sql.ts';
import type { JobIssuer } from './jobs.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const TYPE = 'urn:ietf:params:oauth:token-type:';

export interface SignedIn {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

/** The steps of jobs at a service. */
export function jobSteps(service: TestService, issuer: JobIssuer) {
  const exchange = async (token: string, more: Record<string, string> = {}, at = service): Promise<SignedIn> => {
    const form = { grant_type: GRANT, subject_token: token, subject_token_type: `${TYPE}jwt`, ...more };
    const response = await fetch(`${at.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
  /** Signs in a job with these claims. */
  const signIn = async (claims: object, at = service): Promise<SignedIn> =>
    exchange(await issuer.sign(at.url, { ...claims }), {}, at);
  const clientOf = (answer: SignedIn) => createClient({ baseUrl: service.url, bearer: bearerOf(answer) });
  const workspaceOf = async (answer: SignedIn): Promise<string> =>
    (await clientOf(answer).call('export_workspace', {})).workspace_id;
  const count = async (table: string, where = 'true'): Promise<number> =>
    Number((await sql<{ n: string }>(service, `SELECT count(*) AS n FROM ${table} WHERE ${where}`))[0]?.n);
  /** Returns a client with a try token of a repository's workspace, which no job has. */
  const holderOf = async (workspace: string) => {
    const made = await createClient({ baseUrl: service.url }).call('create_try_token', {});
    await sql(service, 'UPDATE access_token SET workspace_id = $1 WHERE workspace_id = $2', [
      workspace,
      made.workspace_id,
    ]);
    return createClient({ baseUrl: service.url, bearer: made.token });
  };
  return { exchange, signIn, clientOf, workspaceOf, count, holderOf };
}

export const bearerOf = ({ body }: SignedIn): string => String(body.access_token);
