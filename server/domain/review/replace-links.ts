import type { Ports, Tx } from '../ports.ts';
import { newLinks } from './new-links.ts';
import { findByReviewToken, listPasses, lockChain, putLinks } from './store.ts';

/**
 * Gives every pass of a review's chain new links, because each leads to the others, so that the present ones lead
 * nowhere. Returns the new tokens of the reviewers' links, by review; none when no review has this one.
 */
export async function replaceLinks(ports: Pick<Ports, 'secrets'>, tx: Tx, token: string): Promise<Map<string, string>> {
  const replaced = new Map<string, string>();
  const row = await findByReviewToken(tx, ports.secrets.hash(token));
  if (row === null) return replaced;
  await lockChain(tx, row.workspaceId, row.chainId);
  for (const pass of await listPasses(tx, row.workspaceId, row.chainId)) {
    const links = newLinks(ports, pass.id);
    await putLinks(tx, pass, links.columns);
    replaced.set(pass.id, links.token);
  }
  return replaced;
}
