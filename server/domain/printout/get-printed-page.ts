import { notFound } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';
import type { PrintedImage } from '../printed-review.ts';
import { showReview } from '../review/view.ts';
import { readContent } from './read-content.ts';

/** Returns the page that a browser prints: the same that the PDF has, with the addresses of the images. */
export async function getPrintedPage(ports: Ports, { workspaceId, reviewId }: Reviewer): Promise<string> {
  const at = { workspaceId, id: reviewId };
  const [content, review] = await Promise.all([readContent(ports, ports.db, at), showReview(ports, ports.db, at)]);
  if (content === null || review === null) throw notFound();
  const addresses = new Map<PrintedImage, string>();
  for (const { index, url } of review.screenshots) addresses.set(`screenshot-${index}`, new URL(url).pathname);
  for (const { id, reference_image_url: url } of review.marks) {
    if (url !== null) addresses.set(`reference-${id}`, new URL(url).pathname);
  }
  return ports.printer.page(content, ports.clock(), (image) => addresses.get(image) ?? '');
}
