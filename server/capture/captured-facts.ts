/** The visible part of something, in CSS pixels from the page's upper left corner */
export interface CapturedBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A run of text with one style, at most 300 characters. Colours are `#rrggbb`. */
export interface CapturedText {
  text: string;
  box: CapturedBox;
  /** Font size in CSS pixels, including zoom and scaling of its ancestors */
  size: number;
  lines: number;
  family: string | null;
  /** 100..900 */
  weight: number;
  color: string | null;
  /** null where the background is not one flat colour */
  ground: string | null;
  role: 'heading' | 'link' | 'button' | 'field' | 'text';
  level: number | null;
  cut: 'ellipsis' | 'edge' | null;
  covered: boolean;
  behindBar: boolean;
  incidental: boolean;
  code: boolean;
  flow: number;
  leavesGround: boolean;
}

export interface CapturedImage {
  box: CapturedBox;
  state: 'shown' | 'broken';
  naturalWidth: number;
  naturalHeight: number;
  alt: string | null;
  decorative: boolean;
  vector: boolean;
  squeezed: boolean;
  isControl: boolean;
}

export interface CapturedControl {
  box: CapturedBox;
  kind: 'link' | 'button' | 'field';
  name: string;
  inText: boolean;
  covered: boolean;
  disabled: boolean;
  cut: boolean;
}

export interface CapturedViolation {
  rule: string;
  box: CapturedBox;
  impact: 'minor' | 'moderate' | 'serious' | 'critical';
  message: string;
  text: string;
}

export interface CapturedPageFacts {
  title: string;
  description: string | null;
  language: string | null;
  viewportTag: string | null;
  screenWidth: number;
  /** The width that people can scroll to; never less than the screen */
  contentWidth: number;
  /** How far it extends to the left of the screen, as right-to-left pages do */
  hiddenLeft: number;
  spills: { box: CapturedBox; text: string }[];
  stylesheets: { linked: number; empty: number; unknown: number };
  usesBrowserFont: boolean;
  hasMenuButton: boolean;
  unseenLinks: { box: CapturedBox; text: string }[];
  cutTables: { box: CapturedBox; columns: string[] }[];
}

/** The facts about the content of a page's screenshot. Lists are in document order and limited: see `facts-list.ts`. */
export interface CapturedFacts {
  texts: CapturedText[];
  images: CapturedImage[];
  controls: CapturedControl[];
  violations: CapturedViolation[];
  page: CapturedPageFacts;
}
