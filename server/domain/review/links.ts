import { notFound } from '../failure.ts';
import { randomBase62 } from '../ids.ts';
import { replaceImageCapabilities } from '../mark/store.ts';
import { withImages } from '../mark/unsent.ts';
import type { Guest, Ports, Reviewer, Tx } from '../ports.ts';
import { replaceCapabilities } from '../shot/store.ts';
import { isFrameCapability, readFrameCapability } from './page-credentials.ts';
import {
  findByGuestToken,
  findByReviewToken,
  listPasses,
  lockChain,
  putLinks,
  putUnsent,
  type ReviewRow,
  readUnsent,
} from './store.ts';
import { reviewAssociatedData } from './view.ts';

/** Makes the two links of a pass: their columns, and the token of the reviewer's. */
export function newLinks({ secrets }: Pick<Ports, 'secrets'>, id: string) {
  const encrypt = (text: string, which: 'review' | 'guest') =>
    new Uint8Array(secrets.encrypt(text, reviewAssociatedData(id, which)));
  const hash = (text: string) => new Uint8Array(secrets.hash(text));
  const tokens = { review: randomBase62(43), guest: randomBase62(43) };
  return {
    token: tokens.review,
    columns: {
      reviewToken: encrypt(tokens.review, 'review'),
      reviewTokenHash: hash(tokens.review),
      guestToken: encrypt(tokens.guest, 'guest'),
      guestTokenHash: hash(tokens.guest),
    },
  };
}

const isToken = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text);

/** Returns the hash of a link's token, which a frame's capability stands for too. */
function hashOf(ports: Ports, credential: string): Buffer | null {
  if (isFrameCapability(credential)) return readFrameCapability(ports, credential);
  return isToken(credential) ? ports.secrets.hash(credential) : null;
}

/**
 * Returns the reviewer that a link token or a frame's capability belongs to, and their review. @throws DomainError
 * `not_found` for anything that is neither, or no longer live
 */
export async function findByLink(ports: Ports, token: string): Promise<{ reviewer: Reviewer; row: ReviewRow }> {
  const hash = hashOf(ports, token);
  const row = hash === null ? null : await findByReviewToken(ports.db, hash);
  if (row === null) throw notFound();
  return { reviewer: { kind: 'reviewer', workspaceId: row.workspaceId, reviewId: row.id }, row };
}

/** Returns the reviewer that a link token or a frame's capability belongs to. @throws DomainError `not_found` */
export const findLink = async (ports: Ports, token: string): Promise<Reviewer> =>
  (await findByLink(ports, token)).reviewer;

/**
 * Returns the guest that a guest link's token belongs to. Neither kind of token opens what the other does. @throws
 * DomainError `not_found`
 */
export async function findGuestLink(ports: Ports, token: string): Promise<Guest> {
  const row = isToken(token) ? await findByGuestToken(ports.db, ports.secrets.hash(token)) : null;
  if (row === null) throw notFound();
  return { kind: 'guest', workspaceId: row.workspaceId, reviewId: row.id };
}

/**
 * Gives every pass of a review's chain new links, because each leads to the others, and its images new addresses, so
 * that the present ones lead nowhere. Returns the new tokens of the reviewers' links, by review; none when no review
 * has this one.
 */
export async function replaceLinks(ports: Pick<Ports, 'secrets'>, tx: Tx, token: string): Promise<Map<string, string>> {
  const replaced = new Map<string, string>();
  const row = await findByReviewToken(tx, ports.secrets.hash(token));
  if (row === null) return replaced;
  await lockChain(tx, row.workspaceId, row.chainId);
  const images = await replaceImageCapabilities(tx, row);
  for (const pass of await listPasses(tx, row.workspaceId, row.chainId)) {
    const links = newLinks(ports, pass.id);
    await putLinks(tx, pass, links.columns);
    await replaceCapabilities(tx, pass.workspaceId, pass.id);
    await putUnsent(
      tx,
      pass,
      readUnsent(pass).map((unsent) => withImages(unsent, images)),
    );
    replaced.set(pass.id, links.token);
  }
  return replaced;
}
