import type { PageScrolls } from './in-page/page-scrolls.ts';
import type { FoundScroller } from './in-page/scrollers.ts';
import type { Slides } from './in-page/slides.ts';
import type { Notice } from './notice.ts';
import type { PageSize } from './picture-size.ts';
import type { Unfolded } from './unfold.ts';

/** So many are named one by one, those that hide most. */
const mostNamed = 4;

/** CSS pixels. A bar over the scroller covers so much at its ends while it is scrolled, and lies elsewhere on the screenshot. */
const tallestBar = 100;

/** CSS pixels: less is not worth a word. */
const leastHidden = 8;

const px = (length: number): string => `${Math.round(length).toLocaleString('en-US')} px`;

function subject({ name, isPage, width, scrolls }: FoundScroller, height: number): string {
  if (!scrolls) return 'The page holds more than its screen, and does not scroll';
  if (isPage) return 'The page scrolls inside itself';
  const article = /^[aeiou]/.test(name) ? 'An' : 'A';
  return `${article} ${name} of ${Math.round(width)} × ${Math.round(height)} px scrolls inside the page`;
}

/** What is hidden beside what is shown */
const besides = ({ hiddenAside, side }: FoundScroller): string[] =>
  hiddenAside > 0 ? [`${px(hiddenAside)} to the ${side} are not shown`] : [];

function ofHidden(each: FoundScroller): string {
  const below = each.hiddenBelow > 0 ? [`${px(each.hiddenBelow)} of it are not shown`] : [];
  // A table that is only too wide scrolls inside a page that scrolls by itself.
  const isPage = each.isPage && each.hiddenBelow > 0;
  return `${subject({ ...each, isPage }, each.height)}; ${[...below, ...besides(each)].join(', and ')}.`;
}

function ofUnfolded(each: Unfolded, hidden: number): string {
  const start = `${subject(each, each.firstHeight)};`;
  if (hidden > 0) return `${start} the first ${px(each.height)} of it are shown, and ${px(hidden)} are not.`;
  const differs = each.missing > tallestBar ? `, but ${px(each.missing)} look different when scrolled to` : '';
  const [aside] = besides(each);
  return aside === undefined ? `${start} all of it is shown${differs}.` : `${start} ${aside}${differs}.`;
}

/** Says so when the page itself cannot be scrolled although it is taller than the screen. */
export function lockNotices({ page }: PageSize, { down, screenHeight }: PageScrolls): Notice[] {
  if (down || page.height < screenHeight + leastHidden) return [];
  const message = `The page is ${px(page.height)} tall and does not scroll; the screen shows the first ${px(screenHeight)}.`;
  return [{ code: 'inner_scroll', message }];
}

/** Says how many slides, or views of an app, are not on the screenshot. */
export function slideNotices(slides: Slides | null): Notice[] {
  if (slides === null) return [];
  const { shown, all } = slides;
  const message = `The page shows ${shown} of ${all} slides or views; the other ${all - shown} are hidden.`;
  return [{ code: 'slides_hidden', message }];
}

/** Says that parts show only while they are on the screen. Which of them the screenshot lacks is left to chance. */
export const shownOnScroll: Notice = {
  code: 'shown_on_scroll',
  message:
    'Parts of the page appear only while they are scrolled to; the screenshot shows blank space there, and two captures may differ.',
};

/** Says what of the parts that scroll inside the page is on its screenshot; `found` are those that hide something still. */
export function scrollNotices(unfolded: readonly Unfolded[], found: readonly FoundScroller[]): Notice[] {
  const isSame = (one: FoundScroller, other: FoundScroller) =>
    Math.abs(one.x - other.x) < 2 && Math.abs(one.y - other.y) < 2 && Math.abs(one.width - other.width) < 2;
  const whole = unfolded.map((each) => {
    const rest = found.find((other) => isSame(each, other));
    const { height, hiddenBelow, hiddenAside } = rest ?? { ...each, hiddenBelow: 0, hiddenAside: 0 };
    return ofUnfolded({ ...each, height, hiddenAside }, hiddenBelow);
  });
  const others = found
    .filter((each) => !unfolded.some((known) => isSame(known, each)))
    .sort((one, other) => other.hiddenBelow + other.hiddenAside - one.hiddenBelow - one.hiddenAside);
  const sentences = [...whole, ...others.slice(0, mostNamed).map(ofHidden)];
  const more = others.length - mostNamed;
  if (more === 1) sentences.push('One more part scrolls inside the page, and is not shown whole.');
  if (more > 1) sentences.push(`${more} more parts scroll inside the page, and are not shown whole.`);
  return sentences.map((message) => ({ code: 'inner_scroll', message }));
}
