import { readFileSync } from 'node:fs';
import type { CapturedBox } from './captured-facts.ts';
import type { Size } from './page-data.ts';

/** The size of the screenshot in CSS pixels, and the time limit. */
export interface PartLimits extends Size {
  /** Milliseconds for each part of the work; the accessibility engine has its own limit */
  partMs: number;
}

export interface MapLimits extends Size {
  maxElements: number;
  /** The largest size of the whole map, as JSON */
  maxBytes: number;
  timeMs: number;
}

export interface FoundScroller extends CapturedBox {
  name: string;
  hiddenBelow: number;
  /** CSS pixels hidden on the right, or on the left in right-to-left text */
  hiddenAside: number;
  side: 'left' | 'right';
  /** It fills the screen */
  isPage: boolean;
  /** It fills the screen or a column of it, and the page itself does not scroll */
  isShell: boolean;
  /** People can scroll it; otherwise it only cuts off its content */
  scrolls: boolean;
}

export interface PageLayout {
  scrollsSideways: boolean;
  scrollsDown: boolean;
  /** Its overflow lies to the left of its start */
  growsLeft: boolean;
  /** Height of a body that is fixed to the screen and therefore does not scroll; else 0 */
  pinnedHeight: number;
  /** Height of the screen in CSS pixels of the page, which phones may show zoomed out */
  screenHeight: number;
  hasViewportTag: boolean;
}

/** What one screen shows, in pixels of the screen. */
export interface ScreenPixels extends Size {
  /** Red, green, blue and alpha of each pixel, as base64 */
  data: string;
}

/** Counts of slides, or of other parts of a page that shows only some of them at a time */
export interface Slides {
  shown: number;
  all: number;
}

export interface RefusedElement {
  kind: 'stylesheet' | 'script' | 'image' | 'video' | 'frame';
  url: string;
  hasIntegrity: boolean;
}

export interface NotedFailures {
  refused: RefusedElement[];
  /** URLs of what fails without an event: what stylesheets load, visible posters, parts of shadow trees */
  needed: string[];
  sheets: string[];
}

/** What an email contains that its screenshot does not show. Addresses are as written, each once. */
export interface EmailIssues {
  /** Images that are attachments */
  cid: number;
  /** Images whose address is not reachable outside the sender's own machine */
  unreachable: number;
  /** Images whose address is still a placeholder of a template */
  placeholders: number;
  /** http(s) addresses of images that are not shown */
  broken: string[];
  /** Images from other hosts that are too small to see */
  trackers: number;
  scripts: number;
  fields: number;
  embedded: number;
  amp: boolean;
  /** The email shows nothing at all */
  blank: boolean;
}

/** A rule to look for on the page. */
export interface WantedRule {
  selector: string;
  /** What must hold: media queries, and `@supports` and `@container` with theirs */
  conditions: readonly string[];
}

export interface ListedTargets {
  /** Each listed element’s targets: itself and its unlisted ancestors */
  chains: number[][];
  /** Each listed element’s position among all elements of the document; -1 inside a shadow tree */
  positions: number[];
  /** Attributes that say where an element comes from */
  notes: [string, string][][];
  /** The `style` attribute of each target */
  styles: string[];
  /** Attributes by which an element is found in the text of its template */
  about: { id: string; classes: string; href: string }[];
}

/** Where a framework says that an element was made. `frame` is a line of a stack. */
export interface ComponentNote {
  file: string;
  line: number;
  column: number;
  frame: string;
}

/** The functions that `in-page/frame.ts` bundles. Each is documented in its own file. */
export interface FrameFunctions {
  endAnimations(wait: boolean): Promise<void>;
  preparePage(): void;
  readComponents(positions: readonly number[]): unknown;
  recordFailures(): () => NotedFailures;
  settleMedia(limitMs: number): Promise<boolean>;
  withoutRefresh(html: string): string | null;
}

/** The functions that `in-page/page.ts` bundles. `unknown` results contain untrusted data. */
export interface PageFunctions extends Pick<FrameFunctions, 'endAnimations' | 'preparePage' | 'settleMedia'> {
  collectEmailFacts(limits: PartLimits): unknown;
  collectFacts(limits: PartLimits, hidden: readonly string[]): unknown;
  countBlanks(height: number): number;
  findEmailIssues(own: string): EmailIssues;
  findScrollers(isDrawn: boolean): FoundScroller[];
  findSlides(image: Size): Slides | null;
  findViolations(limits: PartLimits, rules: readonly string[]): Promise<unknown>;
  growScrollers(indexes: readonly number[], maxHeight: number): void;
  hasGrown(): boolean;
  hasMasks(): boolean;
  hasMutated(): boolean;
  isAnyFilled(): boolean;
  isNewlyDimmed(): boolean;
  listSheets(): unknown;
  listTargets(kept: readonly number[]): unknown;
  mapElements(limits: MapLimits): unknown;
  matchRules(rules: readonly WantedRule[]): unknown;
  measureOne(index: number): Pick<FoundScroller, 'height' | 'hiddenBelow'>;
  moveBottomBars(height: number): boolean;
  readLayout(): PageLayout;
  releaseBackgrounds(): void;
  repeatBackgrounds(pixels: ScreenPixels, height: number): boolean;
  restoreHeights(): void;
  scrollOne(index: number, to: number | 'start', waitMs: number): Promise<number>;
  scrollThrough(maxHeight: number, seen: string): Promise<string | false>;
  scrollToBlank(index: number): void;
  setClientBackground(dark: boolean): void;
  setMasks(boxes: readonly CapturedBox[], color: string): void;
  setVisible(isDrawn: boolean): void;
  showBackgroundsAlone(): void;
  undoGrowth(): void;
  wait(ms: number): Promise<void>;
  waitTwoFrames(): Promise<void>;
}

/**
 * Reads a bundle: an expression whose value is the object of its functions. Written by
 * `server/scripts/build-in-page.ts`.
 */
const bundle = (name: string): string =>
  readFileSync(new URL(`./in-page/dist/${name}.js`, import.meta.url), 'utf8').trim();
export const pageBundle = bundle('page');
const frameBundle = bundle('frame');

const calls = (script: string, name: string, args: readonly unknown[]): string =>
  `${script}.${name}(${args.map((value) => JSON.stringify(value)).join(', ')})`;

/**
 * Returns an expression that calls a function in a fresh copy of the bundle, with its own state. Arguments are JSON.
 */
export const callInPage = <Name extends keyof PageFunctions>(name: Name, ...args: Parameters<PageFunctions[Name]>) =>
  calls(pageBundle, name, args);

export const callInFrame = <Name extends keyof FrameFunctions>(name: Name, ...args: Parameters<FrameFunctions[Name]>) =>
  calls(frameBundle, name, args);
