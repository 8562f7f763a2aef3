import type { Input, Output } from '../../contract/client.ts';
import { notFound } from '../failure.ts';
import type { Guest, Ports } from '../ports.ts';
import { findReview } from '../review/store.ts';
import { findBySecrets } from '../suggestion/store.ts';
import { toSuggestions } from './as-guest.ts';

/** Returns the state of the chain's suggestions whose secrets the caller knows; others are left out. */
export async function readOwnSuggestions(
  ports: Ports,
  actor: Guest,
  input: Input<'read_own_suggestions'>,
): Promise<Output<'read_own_suggestions'>> {
  const row = await findReview(ports.db, actor.workspaceId, actor.reviewId);
  if (row === null) throw notFound();
  const secrets = new Map(
    input.client_suggestion_ids.map((secret) => [ports.secrets.hash(secret).toString('hex'), secret]),
  );
  const chain = { workspaceId: row.workspaceId, chainId: row.chainId };
  const hashes = [...secrets.keys()].map((hex) => Buffer.from(hex, 'hex'));
  const rows = hashes.length === 0 ? [] : await findBySecrets(ports.db, chain, hashes);
  const shown = await toSuggestions(ports.db, rows);
  return {
    suggestions: shown.flatMap((suggestion, at) => {
      const secret = secrets.get(Buffer.from(rows[at]?.clientSuggestionId ?? []).toString('hex'));
      return secret === undefined ? [] : [{ client_suggestion_id: secret, suggestion }];
    }),
  };
}
