import type { Page } from 'playwright-core';
import type { CaptureRequest, Screenshot } from './capture-request.ts';
import { trackers } from './failed-elements.ts';
import { shortError } from './failed-notices.ts';
import type { Notice } from './notice.ts';
import { isOneColour } from './png-pixels.ts';
import type { World } from './world.ts';

/** A larger file has several colours. One colour takes a byte for 39 pixels of a phone, for 57 of a large screen. */
const minPixelsPerByte = 35;

const media = /^(img|svg|canvas|video|audio|iframe|object|embed|input|select|textarea|button|meter|progress)$/;

const isBlankImage = ({ png, width, height }: Screenshot): boolean =>
  png.length * minPixelsPerByte <= width * height && isOneColour(png);

/** Returns whether text is laid out anywhere, also in closed shadow trees and by stylesheets. */
async function hasText({ session }: World): Promise<boolean> {
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] });
  return documents.some(({ layout }) => layout.text.some((index) => /\S/.test(strings[index] ?? '')));
}

/** Returns the first error that the page's scripts did not catch, or that a framework caught and logged. */
async function firstError(page: Page): Promise<string | null> {
  const uncaught = await page.pageErrors();
  const own = uncaught.find(({ stack = '' }) => !trackers.test(/https?:[^\s)]+/.exec(stack)?.[0] ?? ''));
  if (own !== undefined) return own.name === '' ? own.message : `${own.name}: ${own.message}`;
  const logged = (await page.consoleMessages()).filter((entry) => entry.type() === 'error');
  return logged.flatMap((entry) => /\b\w*Error\b: .*/.exec(entry.text()) ?? []).at(0) ?? null;
}

/** Returns whether the page wanted a service worker; what Playwright says when the context blocks it. */
const wantsWorker = async (page: Page): Promise<boolean> =>
  (await page.consoleMessages()).some((entry) => entry.text().startsWith('Service Worker registration blocked'));

/** A shorter value of an address, such as `?view=all`, lets nobody in. */
const minQueryValue = 8;

/** Returns the credentials of a request, which a page may quote. Those that contain others come first. */
function credentialsOf({ url, headers = {}, cookies = [] }: CaptureRequest): string[] {
  const sent = [...Object.values(headers), ...cookies.map(({ value }) => value)].flatMap((value) => value.split(/\s+/));
  const asked = [...new URL(url).searchParams.values()].filter(({ length }) => length >= minQueryValue);
  return [...sent.filter(({ length }) => length > 3), ...asked].sort((one, other) => other.length - one.length);
}

/** Reports a page that shows nothing, with the error that may be the cause. `world` belongs to its document. */
export async function blankNotices(
  page: Page,
  world: World,
  screenshot: Screenshot,
  request: CaptureRequest,
): Promise<Notice[]> {
  const { elements, notices } = screenshot;
  const isMasked = (request.mask ?? []).length > 0;
  const hasMedia = elements.some(({ tag, styles }) => media.test(tag) || styles['background-image']?.includes('url('));
  const isUnknown = hasMedia || notices.some(({ code }) => code === 'elements_incomplete');
  const isBlank = !isMasked && isBlankImage(screenshot);
  const isEmpty =
    isBlank || (!isUnknown && elements.every(({ text }) => text === '') && !(await hasText(world).catch(() => true)));
  const error = isEmpty ? await firstError(page) : null;
  if (error !== null) {
    const what = isBlank ? 'is blank' : 'shows no text and no image';
    const quote = shortError(error, credentialsOf(request));
    return [{ code: 'blank', message: `The page ${what}, and one of its scripts failed: “${quote}”.` }];
  }
  // Without an error, a canvas may be meant to be empty, as a separator is meant to have no text.
  if (!isBlank || hasMedia) return [];
  const cause = (await wantsWorker(page))
    ? 'it may wait for its service worker, and captures run without service workers.'
    : 'its screenshot is one colour.';
  return [{ code: 'blank', message: `The page is blank: ${cause}` }];
}
