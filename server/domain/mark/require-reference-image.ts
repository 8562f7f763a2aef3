import { invalid } from '../failure.ts';
import type { Tx } from '../ports.ts';
import { referenceImageOf } from './fields.ts';
import { type ChainKey, hasMarkImage } from './store.ts';

/** Refuses an address that is no image of this chain. @throws DomainError `invalid_request` */
export async function requireReferenceImage(tx: Tx, chain: ChainKey, url: string | null = null): Promise<void> {
  if (url === null) return;
  const capability = referenceImageOf(url);
  if (capability !== null && (await hasMarkImage(tx, chain, capability))) return;
  throw invalid('reference_image_url', 'Send an image with `add_reference_image` first, then the address it answers.');
}
