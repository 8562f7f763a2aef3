import type { ExpandedScroller } from './expand-scrollers.ts';
import type { FoundScroller, PageLayout, Slides } from './in-page.ts';
import { type Notice, px, type Subject } from './notice.ts';
import type { PageSize } from './screenshot-size.ts';

/** The most scrollers that are described one by one, those that hide most first */
const maxNamed = 4;

/** In CSS pixels. A bar that covers the end of a scroller while it scrolls appears elsewhere on the screenshot. */
const maxBarHeight = 100;

/** In CSS pixels; less is not reported */
const minHidden = 8;

function opening({ name, isPage, width, scrolls }: FoundScroller, height: number, subject: Subject): string {
  if (!scrolls) return `The ${subject} holds more than its screen, and does not scroll`;
  if (isPage) return `The ${subject} scrolls inside itself`;
  const article = /^[aeiou]/.test(name) ? 'An' : 'A';
  return `${article} ${name} of ${Math.round(width)} × ${Math.round(height)} px scrolls inside the ${subject}`;
}

const hiddenSideways = ({ hiddenAside, side }: FoundScroller): string[] =>
  hiddenAside > 0 ? [`${px(hiddenAside)} to the ${side} are not shown`] : [];

function describe(scroller: FoundScroller, subject: Subject): string {
  const below = scroller.hiddenBelow > 0 ? [`${px(scroller.hiddenBelow)} of it are not shown`] : [];
  // A table that is merely too wide does not make the page one that scrolls inside itself.
  const isPage = scroller.isPage && scroller.hiddenBelow > 0;
  const start = opening({ ...scroller, isPage }, scroller.height, subject);
  return `${start}; ${[...below, ...hiddenSideways(scroller)].join(', and ')}.`;
}

function describeExpanded(scroller: ExpandedScroller, hidden: number, subject: Subject): string {
  const start = `${opening(scroller, scroller.firstHeight, subject)};`;
  if (hidden > 0) return `${start} the first ${px(scroller.height)} of it are shown, and ${px(hidden)} are not.`;
  const { missing } = scroller;
  const differs = missing > maxBarHeight ? `, but ${px(missing)} look different when scrolled to` : '';
  const [sideways] = hiddenSideways(scroller);
  return `${start} ${sideways ?? 'all of it is shown'}${differs}.`;
}

/** Reports a page that is taller than the screen and cannot be scrolled. */
export function lockNotices(
  { page }: PageSize,
  { scrollsDown, pinnedHeight, screenHeight }: PageLayout,
  subject: Subject = 'page',
): Notice[] {
  const height = Math.max(scrollsDown ? 0 : page.height, pinnedHeight);
  if (height < screenHeight + minHidden) return [];
  const tall = `The ${subject} is ${px(height)} tall and does not scroll`;
  return [{ code: 'inner_scroll', message: `${tall}; the screen shows the first ${px(screenHeight)}.` }];
}

/** Reports how many slides, or views of an app, are not on the screenshot. */
export function slideNotices(slides: Slides | null, subject: Subject = 'page'): Notice[] {
  if (slides === null) return [];
  const { shown, all } = slides;
  const message = `The ${subject} shows ${shown} of ${all} slides or views; the other ${all - shown} are hidden.`;
  return [{ code: 'slides_hidden', message }];
}

/** The notice about parts that show only while on the screen. Chance decides which of them the screenshot lacks. */
export const shownOnScroll: Notice = {
  code: 'shown_on_scroll',
  message:
    'Parts of the page appear only while they are scrolled to; the screenshot shows blank space there, and two captures may differ.',
};

/** The notice about an image, a video or the like that people see behind every screen. */
export const backgroundCut: Notice = {
  code: 'background_cut',
  message:
    'What stands still behind the page while it scrolls is shown on its first screen only; below, the screenshot lacks it.',
};

/** The notice about a dialog that people see only after scrolling. */
export const openedOnScroll: Notice = {
  code: 'opened_on_scroll',
  message:
    'A dialog opened while the capture scrolled through the page, and covers it. To capture the page without it, add steps that scroll down and close it.',
};

/** Reports how much of each scroller the screenshot shows; `found` are those that still hide something. */
export function scrollNotices(
  expanded: readonly ExpandedScroller[],
  found: readonly FoundScroller[],
  subject: Subject = 'page',
): Notice[] {
  const isSame = (one: FoundScroller, other: FoundScroller) =>
    Math.abs(one.x - other.x) < 2 && Math.abs(one.y - other.y) < 2 && Math.abs(one.width - other.width) < 2;
  const whole = expanded.map((scroller) => {
    const rest = found.find((other) => isSame(scroller, other));
    const { height, hiddenBelow, hiddenAside } = rest ?? { ...scroller, hiddenBelow: 0, hiddenAside: 0 };
    return describeExpanded({ ...scroller, height, hiddenAside }, hiddenBelow, subject);
  });
  const others = found
    .filter((scroller) => !expanded.some((known) => isSame(known, scroller)))
    .sort((one, other) => other.hiddenBelow + other.hiddenAside - one.hiddenBelow - one.hiddenAside);
  const sentences = [...whole, ...others.slice(0, maxNamed).map((scroller) => describe(scroller, subject))];
  const more = others.length - maxNamed;
  if (more === 1) sentences.push(`One more part scrolls inside the ${subject}, and is not shown whole.`);
  if (more > 1) sentences.push(`${more} more parts scroll inside the ${subject}, and are not shown whole.`);
  return sentences.map((message) => ({ code: 'inner_scroll', message }));
}
