import type { ReviewType, Severity } from '../contract/review.ts';
import type { PixelBox, ShotFacts } from './facts.ts';
import type { ImageAnalysis } from './image/analyze.ts';

export type FactsKind = ShotFacts['kind'];

/** A screenshot as the checklist looks at it. */
export interface Scene {
  type: ReviewType;
  shot: {
    label: string;
    /** Pixels */
    width: number;
    height: number;
    /** CSS pixels and pixels per each, of what was captured; null otherwise */
    viewport: { name: string; width: number; height: number; scale: number } | null;
    /** 1-based, of a PDF */
    pageNumber: number | null;
    /** Address of the page that was captured; null otherwise */
    pageUrl: string | null;
    /** What its capture recorded of it. Default: nothing */
    notices?: readonly string[];
  };
  facts: ShotFacts;
  image: ImageAnalysis;
  /** The review's other screenshots, those of the same page or document: what is odd is odd beside them. */
  others: readonly Other[];
}

export interface Other {
  shot: Scene['shot'];
  facts: ShotFacts;
}

/** One place that breaks a rule. */
export interface Violation {
  /** In pixels of the image; null when it is of the whole screenshot */
  box: PixelBox | null;
  /** What is wrong, in a sentence that names what it is about */
  what: string;
  /** What would fix it, in a sentence */
  fix: string;
  /** 0..1: how much a person would mind; ranks the screenshot's findings. Below `ADVICE` it is advice */
  weight: number;
  /** One finding stands for all places of one cause: they are fixed together. Default: each is its own */
  cause?: string;
  /** What it is about, in quotes, where another place of its cause is described. Default: it has no name */
  name?: string;
}

/** HTML in which `data-defect` marks what the rule must find. */
export interface Example {
  /**
   * How it is shown: as a page on one of the screens, as a slide of a PDF, as an email, by a client that is set to dark
   * (beside it in light), or as its image alone
   */
  as: 'desktop' | 'mobile' | 'slide' | 'email' | 'dark-email' | 'image';
  html: string;
  /** The page is shown on this screen too, as another screenshot of the same review */
  beside?: 'desktop' | 'mobile';
  /** Of an image, in pixels; of a usual desktop otherwise */
  size?: { width: number; height: number };
}

/** One thing that the checklist looks at: all of it in one file. */
export interface Rule {
  /** In kebab case; what a finding carries, and what switches it off */
  id: string;
  /** A few words for a list */
  title: string;
  /** What it looks at, in a sentence */
  checks: string;
  /** Why it matters to the people who use what is shown, in a sentence that ends each of its findings */
  why: string;
  severity: Severity;
  /** The types of reviews it is for */
  types: readonly ReviewType[];
  /** The kinds of screenshots that show enough for it */
  kinds: readonly FactsKind[];
  /** What `Violation.cause` does to other places, after “3 more texts” or “3 more texts, such as “Total”,”, for one and for more */
  alike?: { one: string; more: string; noun: string };
  /** Its violations on one screenshot, the worst first or not. Pure: it knows the scene and nothing else. */
  find(scene: Scene): Violation[];
  fails: Example;
  passes: Example;
}
