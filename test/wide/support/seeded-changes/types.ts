import type { Capture } from '../../../../server/capture/index.ts';

export type Framework = 'react' | 'vue' | 'svelte' | 'html';

/** The element of the page that a change is about, as the element map describes it. */
export interface SeededElement {
  tag: string;
  /** The start of its text */
  text?: string;
  /** Its accessible name */
  name?: string;
}

/** What a comparison of the two captures should say. */
export type ExpectedCause =
  /** `selector` as written in the source */
  | { kind: 'style'; property: string; selector: string }
  | { kind: 'text'; before: string; after: string }
  | { kind: 'image' }
  | { kind: 'order' }
  | { kind: 'insertion' }
  | { kind: 'removal' };

/** One change of one file of a fixture. */
export interface SeededChange {
  id: string;
  framework: Framework;
  kind: 'css' | 'text' | 'image' | 'order' | 'insertion' | 'removal' | 'font' | 'z-index' | 'responsive';
  /** Within the fixture */
  file: string;
  /** Occurs once in the file */
  find: string;
  replace: string;
  /** The line that opens the rule or element which the change is in; the closest one up to the change counts */
  owner: string;
  cause: ExpectedCause;
  element: SeededElement;
  /** Default: desktop */
  viewport?: 'desktop' | 'mobile';
  /** Not looked at while tuning */
  heldOut: boolean;
}

export interface Expected {
  cause: ExpectedCause;
  file: string;
  /** 1-based, of the first changed line; of a removal in the file before */
  line: number;
  /** 1-based, of the last changed line */
  lastLine: number;
  /** 1-based, of the rule or element that contains the change */
  ownerLine: number;
  /** The capture that shows `element`: of a removal the one before */
  side: 'before' | 'after';
  element: SeededElement;
}

export interface SeededPair {
  change: SeededChange;
  expected: Expected;
  /** Of the unchanged fixture; the same object for each change of a framework and viewport */
  before: Capture;
  after: Capture;
}
