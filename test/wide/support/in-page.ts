import type { Page } from 'playwright-core';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The page, or the largest box inside it that scrolls when the page itself does not. In CSS pixels. */
export interface Scroller {
  isPage: boolean;
  /** Its box on the screen. */
  box: Box;
  /** How far it scrolls down and to the right. */
  hidden: number;
  aside: number;
}

export interface AtScroll {
  left: number;
  top: number;
  bars: Box[];
  screen: { width: number; height: number };
}

// Sent as text, because the types of the DOM are not available here.
const definitions = `
  const boxOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x - visualViewport.offsetLeft, y: y - visualViewport.offsetTop, width, height };
  };
  const screen = { width: visualViewport.width, height: visualViewport.height };
  const page = document.scrollingElement ?? document.documentElement;
  const inner = [...document.querySelectorAll('body, body *')].filter(
    (element) =>
      element !== page &&
      element.scrollHeight > element.clientHeight + 1 &&
      element.clientHeight >= screen.height / 2 &&
      element.clientWidth >= screen.width / 2 &&
      /auto|scroll/.test(getComputedStyle(element).overflowY),
  );
  const most = inner.sort((a, b) => b.scrollHeight - b.clientHeight - (a.scrollHeight - a.clientHeight))[0];
  const scroller = page.scrollHeight > screen.height + 1 || most === undefined ? page : most;
  const position = () =>
    scroller === page
      ? { left: visualViewport.pageLeft, top: visualViewport.pageTop }
      : { left: scroller.scrollLeft, top: scroller.scrollTop };
`;

export function findScroller(page: Page): Promise<Scroller> {
  return page.evaluate<Scroller>(`(() => {
    ${definitions}
    const isPage = scroller === page;
    const { x, y } = boxOf(scroller);
    const inside = { x: x + scroller.clientLeft, y: y + scroller.clientTop };
    const box = isPage
      ? { x: 0, y: 0, ...screen }
      : { ...inside, width: scroller.clientWidth, height: scroller.clientHeight };
    const aside = isPage ? scroller.scrollWidth - box.width : 0;
    return { isPage, box, hidden: scroller.scrollHeight - box.height, aside };
  })()`);
}

export function scrollTo(page: Page, left: number, top: number): Promise<void> {
  return page.evaluate(`(() => {
    ${definitions}
    scroller.scrollTo({ left: ${left}, top: ${top}, behavior: 'instant' });
  })()`);
}

/** Lets the page draw. Returns its scroll position and the elements that have moved since before any scrolling. */
export function atScroll(page: Page): Promise<AtScroll> {
  return page.evaluate<AtScroll>(`(async () => {
    ${definitions}
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const scrolled = position();
    const placeOf = (element) => {
      const { x, y, ...size } = boxOf(element);
      const isInside = scroller === page || scroller.contains(element);
      return isInside ? { x: x + scrolled.left, y: y + scrolled.top, ...size } : { x, y, ...size };
    };
    const elements = [...document.querySelectorAll('body *')];
    window.atRest ??= new Map(elements.map((element) => [element, placeOf(element)]));
    const hasMoved = (element) => {
      const rest = window.atRest.get(element);
      const now = placeOf(element);
      return rest !== undefined && (Math.abs(rest.x - now.x) > 0.1 || Math.abs(rest.y - now.y) > 0.1);
    };
    const isBar = (element) => /fixed|sticky/.test(getComputedStyle(element).position) && element.checkVisibility();
    const withShadow = (element, { x, y, width, height }) => {
      const { boxShadow, filter } = getComputedStyle(element);
      if (boxShadow === 'none' && filter === 'none') return { x, y, width, height };
      return { x: x - 40, y: y - 40, width: width + 80, height: height + 80 };
    };
    const bars = elements.flatMap((element) => {
      const box = boxOf(element);
      if (!hasMoved(element)) return isBar(element) ? [[element, box]] : [];
      const { x, y } = placeOf(element);
      const rest = window.atRest.get(element);
      return [[element, box], [element, { ...rest, x: box.x + rest.x - x, y: box.y + rest.y - y }]];
    })
      .filter(([, { width, height }]) => width > 0 && height > 0)
      .map(([element, box]) => withShadow(element, box));
    return { ...scrolled, bars, screen };
  })()`);
}

export function positionOf(page: Page): Promise<Pick<AtScroll, 'left' | 'top'>> {
  return page.evaluate(`(() => {
    ${definitions}
    return position();
  })()`);
}

/** Waits until everything was scrolled past, fonts and images are loaded, and no request came for half a second. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    ${definitions}
    for (const image of document.querySelectorAll('[loading=lazy]')) image.loading = 'eager';
    for (let top = 0; top < scroller.scrollHeight && top < 20000; top += screen.height) {
      scroller.scrollTo({ top, left: 0, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    scroller.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  })()`);
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
  await page.evaluate(`(async () => {
    await document.fonts.ready;
    for (const video of document.querySelectorAll('video')) { video.pause(); video.currentTime = 0; }
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    const ends = document.getAnimations().map((each) => each.effect?.getComputedTiming().endTime ?? 0);
    const longest = Math.max(0, ...ends.filter(Number.isFinite));
    await new Promise((resolve) => setTimeout(resolve, Math.min(longest, 5000)));
  })()`);
}
