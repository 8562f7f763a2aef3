// The facts of a page, an email or a slide, stored with its screenshot so that it can be checked later without opening it
// again. Boxes are in pixels of the image; sizes in the source's own unit: CSS pixels, or points of a PDF.

/** In pixels of an image */
export interface PixelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A run of text with one style: what of it can be seen, at most 300 characters. */
export interface TextFact {
  text: string;
  box: PixelBox;
  /** Font size in the source's unit; 0 when it is not known */
  size: number;
  /** Lines it is set in; 1 when not known */
  lines: number;
  family: string | null;
  /** 100..900; 400 when not known */
  weight: number;
  /** `#rrggbb`; null when unknown: then the image shows it */
  color: string | null;
  /** `#rrggbb` where it lies on one flat colour; null on images and gradients, or when not known */
  ground: string | null;
  role: 'heading' | 'link' | 'button' | 'field' | 'text';
  /** Of a heading, 1..6 */
  level: number | null;
  /** How it is cut: by an ellipsis that its author asked for, or by an edge of what holds it; null when whole */
  cut: 'ellipsis' | 'edge' | null;
  /** Something that does not belong to it lies over the middle of it */
  covered: boolean;
  /** What lies over it is a bar that stays at the screen's upper edge: no scrolling brings it out. Default: no */
  behindBar?: boolean;
  /** Disabled or decoration: held to no contrast */
  incidental: boolean;
  /** It is marked as code. Default: no */
  code?: boolean;
  /** Number of the block that it flows in: texts of one block are beside each other. Default: not known */
  flow?: number;
  /** Part of it lies outside the element that paints its ground. Default: no */
  leavesGround?: boolean;
  /** 0..1 where it was recognised in the image; null where the source gives it */
  sure: number | null;
}

export interface ImageFact {
  box: PixelBox;
  state: 'shown' | 'broken';
  /** Pixels of its file; 0 when not known, and of vectors */
  naturalWidth: number;
  naturalHeight: number;
  /** null: there is no such attribute */
  alt: string | null;
  /** It declares that it means nothing: an empty alt, role presentation, hidden from assistive technology */
  decorative: boolean;
  vector: boolean;
  /** The whole file is drawn, squeezed into the box where their shapes differ */
  squeezed: boolean;
  /** It is all that a link or a button holds */
  isControl: boolean;
}

/** What can be pressed or filled in. */
export interface ControlFact {
  box: PixelBox;
  kind: 'link' | 'button' | 'field';
  /** Its accessible name; empty when it has none */
  name: string;
  /** A link in the run of a sentence: its size is the text's */
  inText: boolean;
  covered: boolean;
  disabled: boolean;
  /** Part of it is clipped by what holds it, or by the screenshot's edge. Default: no */
  cut?: boolean;
}

/** What an accessibility engine reports as wrong, place by place. */
export interface ViolationFact {
  /** axe-core's rule id */
  rule: string;
  box: PixelBox;
  impact: 'minor' | 'moderate' | 'serious' | 'critical';
  /** What it reports of this place, in a sentence */
  message: string;
  /** What can be read in it, or what it is called, at most 100 characters */
  text: string;
}

export interface PageFact {
  title: string;
  description: string | null;
  language: string | null;
  /** Content of its viewport tag */
  viewportTag: string | null;
  /** CSS pixels */
  screenWidth: number;
  contentWidth: number;
  /** CSS pixels that the page extends to the left of the screen, as right-to-left pages do. Default: none */
  hiddenLeft?: number;
  /** What reaches over the screen's edge and makes it scroll sideways: the outermost elements, at most 20 */
  spills: { box: PixelBox; text: string }[];
  /** Links to stylesheets for this screen; of these, those without any rules, and those that cannot be looked into. Default: none */
  stylesheets?: { linked: number; empty: number; unknown: number };
  /** Its text is set in the font that browsers take where nobody names one. Default: no */
  usesBrowserFont?: boolean;
  /** Something in its upper part may open a menu. Default: yes */
  hasMenuButton?: boolean;
  /** Links of the navigation at the top that are laid out and fully transparent. Default: none */
  unseenLinks?: { box: PixelBox; text: string }[];
  /** Tables of which columns are cut off where nobody can scroll to them, with their headings. Default: none */
  cutTables?: { box: PixelBox; columns: string[] }[];
}

/** What follows from the source of an email. */
export interface EmailFact {
  /** UTF-8 bytes of the HTML */
  bytes: number;
  /** Shown as by a client that is set to dark */
  dark: boolean;
  /** What is shown beside the subject in a list of emails; null when there is nothing */
  preheader: string | null;
  /** Some of it is written for that place: hidden in the email itself */
  hasHiddenPreheader: boolean;
  /** A way to unsubscribe, as a link of its own */
  hasUnsubscribe: boolean;
  /** It declares which colour schemes it is made for, or has styles for dark ones */
  knowsDark: boolean;
  /** Characters that can be read without images */
  readable: number;
  /** CSS pixels */
  contentWidth: number;
  /** What reaches over the reading pane's right edge: the outermost elements, at most 20 */
  spills: PageFact['spills'];
  /** Images that are sent beside the email (`cid:`): missing here, not there */
  attached: PixelBox[];
  /** What mail clients drop, by the public support data: the feature, and those without it */
  dropped: { feature: string; clients: string[]; partial: boolean; box: PixelBox | null }[];
}

export interface SlideFact {
  /** Of the page, in points */
  width: number;
  height: number;
}

/** Everything that was kept of one screenshot. What could not be found out is null; a list that is empty is known to be. */
export interface ShotFacts {
  kind: 'page' | 'email' | 'slide' | 'image';
  /** Pixels of the image per unit of the source */
  scale: number;
  texts: TextFact[];
  images: ImageFact[];
  controls: ControlFact[];
  violations: ViolationFact[];
  page: PageFact | null;
  email: EmailFact | null;
  slide: SlideFact | null;
}
