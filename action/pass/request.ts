import { pixelHash, readPng } from '../../server/capture/png.ts';
import type { Client, Input } from '../../server/contract/client.ts';
import { pathLabel } from '../../server/contract/path-label.ts';
import type { Review } from '../../server/contract/review.ts';
import { countTogether, MAX_FIRST_IMAGES, type Shot } from '../../server/contract/send-shots.ts';
import { pageStateOf, stateLabel } from '../../server/contract/state-request.ts';
import type { PullRequest } from '../event.ts';
import { defaultName, type Inputs } from '../inputs.ts';
import { retry } from '../retry.ts';
import { labelsOf } from '../sources/page-line.ts';
import type { Material, Page } from '../sources/source.ts';

type Shown = Pick<Review['screenshots'][number], 'label' | 'page_url' | 'state'>;
export type CreateRequest = Input<'create_review'>;
/** Returns how the service is asked which images it lacks. */
export const askMissing = (client: Client) => (request: Input<'find_missing_images'>) =>
  retry(() => client.call('find_missing_images', request));

/**
 * Returns the title that a reviewer reads: the pull request's, with the review's name in front unless it is the default
 * one.
 */
export function titleOf(pull: PullRequest, inputs: Pick<Inputs, 'name' | 'title'>): string {
  if (inputs.title !== '') return inputs.title;
  const start = inputs.name === defaultName ? '' : `${inputs.name} · `;
  const title = pull.title.trim();
  const room = 160 - start.length;
  return start + (title.length <= room ? title : `${[...title].slice(0, Math.max(0, room / 2 - 1)).join('')}…`);
}

/** Splits the material into what one creation carries, and what is added to the review afterwards. */
export function splitMaterial(material: Material): { first: Partial<CreateRequest>; further: Shot[] } {
  if (material.kind === 'pdf') return { first: { pdf: material.pdf }, further: [] };
  if (material.kind === 'html') return { first: { html: material.html }, further: [] };
  const { images } = material;
  const pages = material.pages.map(captureRequest);
  if (images.length === 0) return { first: pages[0] ?? {}, further: pages.slice(1) };
  const count = countTogether(images, MAX_FIRST_IMAGES);
  return { first: { images: images.slice(0, count) }, further: [...images.slice(count), ...pages] };
}

function captureRequest({ url, state = {}, label, headers, cookies, waitFor, mask }: Page): Shot {
  return {
    capture_url: true,
    page_url: url,
    ...(label !== undefined ? { label } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(cookies.length > 0 ? { cookies } : {}),
    ...(waitFor !== '' ? { wait_for: waitFor } : {}),
    ...(mask.length > 0 ? { mask } : {}),
    ...state,
  };
}

/** Returns everything the review should contain, one entry for each image or page. */
export function everyShot(material: Material): Shot[] {
  // The pages of a document are part of the document.
  if (material.kind !== 'shots') return [];
  return [...material.images, ...material.pages.map(captureRequest)];
}

/**
 * Returns whether a review shows something else than the material: other pixels under the same label, or each has
 * screenshots that the other lacks. Files that are not plain PNGs count as equal, because only the service can compare
 * those.
 */
export function showsOthers(material: Material, review: Pick<Review, 'screenshots' | 'problems'>): boolean {
  if (material.kind !== 'shots') return false;
  const all = everyShot(material);
  const foreign = review.screenshots.some((shot) => !all.some((each) => isOf(shot, each)));
  if (foreign && missingShots(all, review).length > 0) return true;
  return material.images.some(({ label, image }) => {
    const shown = review.screenshots.find((shot) => shot.label === label);
    if (shown === undefined) return false;
    const pixels = readPng(Buffer.from(image.slice(image.indexOf(',') + 1), 'base64'));
    return pixels !== null && pixelHash(pixels) !== shown.sha256;
  });
}

/** Returns what a review that is not waiting for screenshots lacks. What could not be made counts as present. */
export function missingShots(all: Shot[], review: Pick<Review, 'screenshots' | 'problems'>): Shot[] {
  const held = [...review.screenshots, ...review.problems.map(({ label }) => ({ label, page_url: null, state: null }))];
  return all.filter((each) => !held.some((shot) => isOf(shot, each)));
}

/** Returns whether a screenshot belongs to an addition: an image by its label, a page by its address or its label. */
function isOf(shot: Shown, asked: Shot): boolean {
  const { label, capture_url, page_url } = asked;
  if (capture_url !== true || page_url === undefined) return shot.label === label;
  const named = stateLabel(label ?? pathLabel(page_url), asked);
  if (labelsOf(named, asked).includes(shot.label)) return true;
  // Another client may have given the page another label, but hardly a state.
  if (pageStateOf(asked) !== null || (shot.state ?? null) !== null || shot.page_url === null) return false;
  return addressOf(shot.page_url) === addressOf(page_url);
}

const addressOf = (address: string) => (URL.canParse(address) ? new URL(address).href : address);
