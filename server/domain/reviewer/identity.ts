import { z } from 'zod';
import { DomainError } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';

const IDENTITY_MS = 8 * 3_600_000;
const associatedDataOf = ({ workspaceId, reviewId }: Reviewer): string => `review.identity:${workspaceId}:${reviewId}`;

const Contents = z.object({ login: z.string().min(1), subject: z.string(), expiresAt: z.number() });

/**
 * Encrypts who the App confirmed, for the page to keep: nobody can read or forge it, and it is valid for one review.
 */
export function encryptIdentity(
  ports: Ports,
  actor: Reviewer,
  who: { login: string; subject: string },
): { identity: string; expiresAt: Date } {
  const expiresAt = new Date(ports.clock().getTime() + IDENTITY_MS);
  const contents: z.infer<typeof Contents> = {
    login: who.login,
    subject: who.subject,
    expiresAt: expiresAt.getTime(),
  };
  return {
    identity: ports.secrets.encrypt(JSON.stringify(contents), associatedDataOf(actor)).toString('base64url'),
    expiresAt,
  };
}

/**
 * Returns the login in an identity. @throws DomainError `forbidden` for one that is not ours, of another review or too
 * old; it is never ignored
 */
export function openIdentity(ports: Ports, actor: Reviewer, identity: string): string {
  const refuse = (what: string) =>
    new DomainError(
      'forbidden',
      `Your GitHub sign-in ${what}. Open the review from its pull request again to sign in, or sign out to decide without it.`,
    );
  let contents: z.infer<typeof Contents>;
  try {
    contents = Contents.parse(
      JSON.parse(ports.secrets.decrypt(Buffer.from(identity, 'base64url'), associatedDataOf(actor)).toString()),
    );
  } catch {
    throw refuse('is not valid for this review');
  }
  if (contents.expiresAt <= ports.clock().getTime()) throw refuse('is more than eight hours old');
  return contents.login;
}
