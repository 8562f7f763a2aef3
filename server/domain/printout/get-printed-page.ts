import { notFound } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { showReview } from '../review/view.ts';
import { readContent } from './read-content.ts';

/** Returns the page that a browser prints: the same that the PDF has, with the addresses of the images. */
export async function getPrintedPage(ports: Ports, { workspaceId, reviewId }: Reviewer): Promise<string> {
  const at = { workspaceId, id: reviewId };
  const [content, review] = await Promise.all([readContent(ports, ports.db, at), showReview(ports, ports.db, at)]);
  if (content === null || review === null) throw notFound();
  const addresses = new Map(review.screenshots.map(({ index, url }) => [index, new URL(url).pathname]));
  return ports.printer.page(content, ports.clock(), (index) => addresses.get(index) ?? '');
}
