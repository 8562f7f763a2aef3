import type { Input } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import type { PullRequest } from '../event.ts';
import { defaultName, type Inputs } from '../inputs.ts';
import { pixelHash, readPng } from '../png.ts';
import type { Material, Picture } from '../sources/source.ts';

export type CreateRequest = Input<'create_review'>;
export type Addition = Omit<Input<'add_screenshot'>, 'id'>;

/** Most that one creation carries: 5 images, and well below the 64 MB of a request once they are base64. */
const maxImages = 5;
const maxImageBytes = 40 * 1024 * 1024;

/** What the review is of, in words that survive renames of the repository. */
export function referenceOf(pull: PullRequest, name: string): string {
  return `github:${pull.repositoryId}:${pull.number}:${name}`;
}

/** The title a reviewer reads: the pull request's, with the review's name in front unless it is the default one. */
export function titleOf(pull: PullRequest, inputs: Pick<Inputs, 'name' | 'title'>): string {
  if (inputs.title !== '') return inputs.title;
  const start = inputs.name === defaultName ? '' : `${inputs.name} · `;
  const title = pull.title.trim();
  const room = 160 - start.length;
  return start + (title.length <= room ? title : `${[...title].slice(0, Math.max(0, room / 2 - 1)).join('')}…`);
}

/** Splits the material into what one creation carries and what is added to the review afterwards. */
export function splitMaterial(material: Material): { first: Partial<CreateRequest>; further: Addition[] } {
  if (material.kind === 'pdf') return { first: { pdf: material.pdf }, further: [] };
  if (material.kind === 'html') return { first: { html: material.html }, further: [] };
  if (material.kind === 'capture') {
    const captures = captureRequests(material);
    return { first: captures[0] ?? {}, further: captures.slice(1) };
  }
  const { pictures } = material;
  let count = 0;
  for (let bytes = 0; count < Math.min(maxImages, pictures.length); count += 1) {
    bytes += pictures[count]?.size ?? 0;
    if (count > 0 && bytes > maxImageBytes) break;
  }
  const items = pictures.map(itemOf);
  return { first: { images: items.slice(0, count) }, further: items.slice(count) };
}

const itemOf = ({ size: _, ...item }: Picture) => item;

function captureRequests(material: Extract<Material, { kind: 'capture' }>): Addition[] {
  const { headers, cookies, waitFor, mask } = material;
  return material.pages.map((page_url) => ({
    capture_url: true,
    page_url,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(cookies.length > 0 ? { cookies } : {}),
    ...(waitFor !== '' ? { wait_for: waitFor } : {}),
    ...(mask.length > 0 ? { mask } : {}),
  }));
}

/** Everything the review should hold, one entry a picture or page. */
export function everyShot(material: Material): Addition[] {
  if (material.kind === 'capture') return captureRequests(material);
  // Pages of a document come with it.
  return material.kind === 'images' ? material.pictures.map(itemOf) : [];
}

/**
 * Whether a review shows other pixels than the material under the same label. Files that are not plain PNGs are taken
 * for the same: only the service can compare those.
 */
export function showsOthers(material: Material, { screenshots }: Pick<Review, 'screenshots'>): boolean {
  if (material.kind !== 'images') return false;
  return material.pictures.some(({ label, image }) => {
    const shown = screenshots.find((shot) => shot.label === label);
    if (shown === undefined) return false;
    const pixels = readPng(Buffer.from(image.slice(image.indexOf(',') + 1), 'base64'));
    return pixels !== null && pixelHash(pixels) !== shown.sha256;
  });
}

/** What a review without shots in the making does not hold of what it should. What could not be made counts as held. */
export function missingShots(all: Addition[], review: Pick<Review, 'screenshots' | 'problems'>): Addition[] {
  const labels = [...review.screenshots, ...review.problems].map((shot) => shot.label);
  const pages = new Set(review.screenshots.map((shot) => addressOf(shot.page_url ?? '')));
  return all.filter(({ label, capture_url, page_url }) => {
    if (capture_url !== true || page_url === undefined) return !labels.includes(label ?? '');
    const { pathname, search } = new URL(page_url);
    const path = (pathname + search).slice(0, 100);
    return !pages.has(addressOf(page_url)) && !labels.some((made) => made.startsWith(`${path} · `));
  });
}

const addressOf = (address: string) => (URL.canParse(address) ? new URL(address).href : address);
