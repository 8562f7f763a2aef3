// The facts about a page, an email or a slide. They are stored with the screenshot, so a later check needs no browser.
// Boxes are in pixels of the image; sizes are in the source's own unit: CSS pixels, or points of a PDF.

/** A box in pixels of an image */
export interface PixelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A run of text in one style: its visible part, at most 300 characters. */
export interface TextFact {
  text: string;
  box: PixelBox;
  /** Font size in the source's unit; 0 when it is not known */
  size: number;
  /** Number of lines; 1 when not known */
  lines: number;
  family: string | null;
  /** 100..900; 400 when not known */
  weight: number;
  /** `#rrggbb`; null when unknown: rules then measure it in the image */
  color: string | null;
  /** `#rrggbb` of the background where it is one flat colour; null on images and gradients, or when not known */
  ground: string | null;
  role: 'heading' | 'link' | 'button' | 'field' | 'text';
  /** Heading level, 1..6 */
  level: number | null;
  /** How it is cut: by an ellipsis that its styles ask for, or by the edge of a container; null when it is whole */
  cut: 'ellipsis' | 'edge' | null;
  /** An unrelated element covers the middle of it */
  covered: boolean;
  /**
   * The element that covers it is a bar fixed to the top of the screen, so scrolling does not reveal it. Default: no
   */
  behindBar?: boolean;
  /** Disabled or decorative: needs no minimum contrast */
  incidental: boolean;
  /** It is marked as code. Default: no */
  code?: boolean;
  /** Number of the block that it flows in: texts of one block stand side by side. Default: not known */
  flow?: number;
  /** Part of it lies outside the element that paints its background. Default: no */
  leavesGround?: boolean;
  /** Its letters have an outline or a strong shadow, so they stand out from any background. Default: no */
  outlined?: boolean;
  /** A menu, a dialog or the like hides it where the box of another text meets its own. Default: no */
  overlaid?: boolean;
  /** Confidence 0..1 of text that was recognised in the image; null where the source gives the text */
  sure: number | null;
}

export interface ImageFact {
  box: PixelBox;
  state: 'shown' | 'broken';
  /** Pixels of its file; 0 when not known and for vectors */
  naturalWidth: number;
  naturalHeight: number;
  /** null: it has no alt attribute */
  alt: string | null;
  /** Marked as decorative: an empty alt, role presentation, or hidden from assistive technology */
  decorative: boolean;
  vector: boolean;
  /** The whole file is drawn into the box and distorted where their proportions differ */
  squeezed: boolean;
  /** The size in CSS pixels at which the file is drawn, whatever is cut off of it. Default: that of the box */
  drawn?: { width: number; height: number };
  /** It is the only content of a link or a button */
  isControl: boolean;
}

/** An element that can be pressed or filled in. */
export interface ControlFact {
  box: PixelBox;
  kind: 'link' | 'button' | 'field';
  /** Its accessible name; empty when it has none */
  name: string;
  /** A link within a sentence, as tall as the text */
  inText: boolean;
  covered: boolean;
  disabled: boolean;
  /** Part of it is clipped by a container or by the screenshot's edge. Default: no */
  cut?: boolean;
}

/** One place that an accessibility engine reports as wrong. */
export interface ViolationFact {
  /** axe-core's rule id */
  rule: string;
  box: PixelBox;
  impact: 'minor' | 'moderate' | 'serious' | 'critical';
  /** What the engine reports about this place, in a sentence */
  message: string;
  /** Its visible text or its accessible name, at most 100 characters */
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
  /** The outermost elements that reach over the screen's edge and make the page scroll sideways, at most 20 */
  spills: { box: PixelBox; text: string }[];
  /**
   * Links to stylesheets for this screen: how many, how many have no rules, and how many cannot be read. Default: none
   */
  stylesheets?: { linked: number; empty: number; unknown: number };
  /** Its text is set in the browser's default font, as on a page that names no font. Default: no */
  usesBrowserFont?: boolean;
  /** Something in its upper part may open a menu. Default: yes */
  hasMenuButton?: boolean;
  /** Links of the navigation at the top that are laid out and fully transparent. Default: none */
  unseenLinks?: { box: PixelBox; text: string }[];
  /**
   * Tables with columns that are cut off and cannot be scrolled to, with the headings of those columns. Default: none
   */
  cutTables?: { box: PixelBox; columns: string[] }[];
  /** CSS pixels from the page's top to the end of its lowest mask. Default: it has no mask */
  maskedTo?: number;
}

/** The facts that come from the source of an email. */
export interface EmailFact {
  /** UTF-8 bytes of the HTML */
  bytes: number;
  /** Shown as in a mail client with a dark theme */
  dark: boolean;
  /** The preview line beside the subject in a list of emails; null when there is none */
  preheader: string | null;
  /** Part of the preview line is written for the list only and hidden in the email itself */
  hasHiddenPreheader: boolean;
  /** It has a separate link to unsubscribe */
  hasUnsubscribe: boolean;
  /** It declares a dark appearance, or has styles for Outlook's dark mode */
  knowsDark: boolean;
  /** Number of characters that can be read without images */
  readable: number;
  /** CSS pixels */
  contentWidth: number;
  /** The outermost elements that reach over the right edge of the reading pane, at most 20 */
  spills: PageFact['spills'];
  /** Images attached to the email (`cid:`): they are missing in the screenshot, but not in the mail client */
  attached: PixelBox[];
  /** Features that mail clients drop according to the public support data (caniemail.com), each with those clients */
  dropped: { feature: string; clients: string[]; partial: boolean; box: PixelBox | null }[];
}

export interface SlideFact {
  /** Size of the page, in points */
  width: number;
  height: number;
}

/**
 * Everything stored about one screenshot. A fact that could not be determined is null; an empty list means that there
 * are none.
 */
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
