import { createSecrets } from '../../../../server/adapters/secrets/index.ts';
import { newBearer } from '../../../../server/domain/token/rules.ts';
import { sql } from '../../support/sql.ts';

/** Creates more tokens for a workspace, as if it had been connected that often: limits count per token. */
export async function moreTokens(
  service: { databaseUrl: string },
  workspaceId: string,
  count: number,
): Promise<string[]> {
  const secrets = createSecrets('only its hash is used');
  const tokens = Array.from({ length: count }, () => newBearer('slt_'));
  await sql(
    service,
    `INSERT INTO access_token (hash, workspace_id, kind, expires_at)
     SELECT hash, $2, 'try', now() + interval '1 day' FROM unnest($1::bytea[]) AS hash`,
    [tokens.map((token) => secrets.hash(token)), workspaceId],
  );
  return tokens;
}
