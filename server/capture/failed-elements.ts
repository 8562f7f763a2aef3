import type { CDPSession, Frame, Page } from 'playwright-core';
import { settledWithin } from './deadline.ts';
import { type FailedResource, isKind, type ResourceWatch, withoutFragment } from './failed-resources.ts';
import { callInFrame, type RefusedElement } from './in-page.ts';
import { isFields } from './page-data.ts';
import { worldIn } from './world.ts';

const worldName = 'sightline failures';
/** The global function in that world that returns the noted failures */
const noted = 'sightlineFailures';
const usualLimitMs = 5_000;
const css = 'text/css';

/** Scripts that count visitors and errors, and show nothing in a document */
export const trackers =
  /^https?:\/\/([^/]+\.)?((google-analytics|googletagmanager|googlesyndication|googleadservices|doubleclick|hotjar|clarity|mixpanel|amplitude|fullstory|heapanalytics|plausible|posthog|nr-data|newrelic|sentry-cdn|cloudflareinsights|facebook)\.(com|net|ms|io)|cdn\.segment\.com)\/|\/(gtag\/js|gtm\.js|fbevents\.js|matomo\.js|piwik\.js|_vercel\/(speed-)?insights\/|cdn-cgi\/)/i;

/** CSS pixels */
const minFrameSize = 16;

interface Drawable {
  checkVisibility(options: object): boolean;
}
/** Runs in the page. */
const isDrawn = (element: unknown): boolean =>
  (element as Drawable).checkVisibility({ visibilityProperty: true, opacityProperty: true });

type Refused = Pick<RefusedElement, 'kind' | 'hasIntegrity'>;

function reasonOf({ kind, hasIntegrity }: Refused, type: string | null): string {
  if (kind === 'image') return 'not an image';
  if (kind === 'video') return 'not a video that this browser plays';
  if (kind === 'frame') return 'not allowed by the content security policy';
  if (type === null) return 'refused by the browser';
  const isRight = kind === 'stylesheet' ? type === css : /(java|ecma)script$/.test(type);
  if (!isRight) return `sent as ${type}`;
  if (hasIntegrity) return 'does not match its integrity';
  return kind === 'script' ? 'did not run' : 'refused by the browser';
}

/** Returns the ids of the page's main frame and its frames of the same origin. */
async function ownFrames(session: CDPSession): Promise<string[]> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const origin = frameTree.frame.securityOrigin;
  const idsIn = ({ frame, childFrames = [] }: typeof frameTree): string[] =>
    frame.securityOrigin === origin ? [frame.id, ...childFrames.flatMap(idsIn)] : [];
  return idsIn(frameTree);
}

/** Returns whether people see a frame; smaller ones are meant to be unseen. */
async function isShown(frame: Frame): Promise<boolean> {
  try {
    const element = await frame.frameElement();
    const box = await element.boundingBox();
    return box !== null && box.width >= minFrameSize && box.height >= minFrameSize && (await element.evaluate(isDrawn));
  } catch {
    // It was removed.
    return false;
  }
}

/** Returns the addresses in closed shadow trees, which no script of another world can enter. */
async function urlsInClosedTrees(session: CDPSession): Promise<string[]> {
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] });
  const string = (at = -1): string => strings[at] ?? '';
  return documents.flatMap(({ baseURL, nodes: { parentIndex = [], attributes = [], ...nodes } }) => {
    const { shadowRootType: types = { index: [], value: [] }, currentSourceURL: images = types } = nodes;
    const closed = new Set(types.index.filter((_, at) => string(types.value[at]) === 'closed'));
    const isInside = (node: number): boolean => closed.has(node) || (node > 0 && isInside(parentIndex[node] ?? -1));
    // Names and values take turns.
    const linked = attributes.map((words) =>
      words.flatMap((name, at) => (/^(src|href|poster)$/.test(string(name)) ? string(words[at + 1]) : [])),
    );
    for (const [at, node] of images.index.entries()) linked[node]?.push(string(images.value[at]));
    return linked
      .flatMap((urls, node) => (urls.length > 0 && isInside(node) ? urls : []))
      .flatMap((url) => URL.parse(url, string(baseURL))?.href ?? []);
  });
}

export interface FailuresRead {
  failures: FailedResource[];
  /** False when the page did not answer in time, so that more may have failed */
  isInTime: boolean;
}

/**
 * Watches for elements of a page that the browser could not load or refused to use, except beacons, icons and
 * prefetches. Call it before the page is opened. Returns a function that lists the failures.
 */
export async function watchFailedElements(
  page: Page,
  resources: ResourceWatch,
): Promise<(limitMs?: number) => Promise<FailuresRead>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `globalThis.${noted} = ${callInFrame('recordFailures')}`,
    worldName,
  });

  return async (limitMs = usualLimitMs) => {
    const refused = new Map<string, Refused>();
    const needed = new Set<string>();
    const read = async (frameId: string): Promise<void> => {
      const world = await worldIn(session, frameId, worldName);
      const data = await world.evaluate(`${noted}()`, limitMs);
      if (!isFields(data) || !Array.isArray(data.refused) || !Array.isArray(data.needed) || !Array.isArray(data.sheets))
        throw new Error('The page returned no list of failures.');
      for (const url of data.needed) needed.add(withoutFragment(String(url)));
      for (const url of data.sheets.map(String)) {
        const type = resources.typeOf(url);
        if (type !== null && type !== css)
          refused.set(withoutFragment(url), { kind: 'stylesheet', hasIntegrity: false });
      }
      for (const each of data.refused) {
        if (!isFields(each)) continue;
        const kind = String(each.kind);
        if (isKind(kind) && kind !== 'font')
          refused.set(withoutFragment(String(each.url)), { kind, hasIntegrity: each.hasIntegrity === true });
      }
    };
    const shown = new Set<Frame>();
    let isInTime = false;
    const readAll = async (): Promise<void> => {
      const [main = '', ...others] = await ownFrames(session);
      const frames = resources.failures().flatMap(({ frame }) => frame ?? []);
      // Other frames may have been removed meanwhile.
      await Promise.all([
        read(main),
        Promise.allSettled(others.map(read)),
        ...frames.map(async (frame) => (await isShown(frame)) && shown.add(frame)),
      ]);
      const isUnexplained = ({ url, kind }: FailedResource) =>
        /^(image|stylesheet|video)$/.test(kind) && !refused.has(url) && !needed.has(url);
      if (resources.failures().some(isUnexplained)) {
        for (const url of await urlsInClosedTrees(session)) needed.add(withoutFragment(url));
      }
      isInTime = true;
    };
    await settledWithin(readAll(), limitMs);

    // Scripts may fetch images that they never show, and pages link stylesheets for other media.
    const failed = resources
      .failures()
      .filter(
        ({ url, kind, reason, frame }) =>
          kind === 'script' ||
          kind === 'font' ||
          (frame === undefined ? refused.has(url) || needed.has(url) : shown.has(frame)) ||
          (kind !== 'frame' && reason === 'no answer in time'),
      );
    const known = new Set(failed.map(({ url }) => url));
    for (const [url, each] of refused) {
      if (!known.has(url)) failed.push({ url, kind: each.kind, reason: reasonOf(each, resources.typeOf(url)) });
    }
    return { failures: failed.filter(({ url }) => !trackers.test(url)), isInTime };
  };
}
