import { DomainError } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';

const associatedDataOf = ({ workspaceId, reviewId }: Reviewer): string => `review.page:${workspaceId}:${reviewId}`;

/**
 * Makes the key that the review's page sends back with a decision. Only this service can make one, and it is valid for
 * one review.
 */
export const encryptPageKey = (ports: Ports, actor: Reviewer): string =>
  ports.secrets.encrypt('page', associatedDataOf(actor)).toString('base64url');

/** Checks a page's key. @throws DomainError `forbidden` when `key` is not from this review's page */
export function checkPageKey(ports: Ports, actor: Reviewer, key: string): void {
  try {
    ports.secrets.decrypt(Buffer.from(key, 'base64url'), associatedDataOf(actor));
  } catch {
    throw new DomainError(
      'forbidden',
      'A person decides on the review page: open the review link in a browser. If it is open there, reload it.',
    );
  }
}
