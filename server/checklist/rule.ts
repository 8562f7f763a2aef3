import type { ReviewType, Severity } from '../contract/review.ts';
import type { PixelBox, ShotFacts } from '../contract/shot-facts.ts';
import type { ImageAnalysis } from './image/analyze.ts';

export type FactsKind = ShotFacts['kind'];

/** One screenshot with everything the checklist knows about it. */
export interface Scene {
  type: ReviewType;
  shot: {
    label: string;
    /** Pixels */
    width: number;
    height: number;
    /** Size in CSS pixels and pixels per CSS pixel of the screen that was captured; null for other sources */
    viewport: { name: string; width: number; height: number; scale: number } | null;
    /** 1-based page number of a PDF; null for other sources */
    pageNumber: number | null;
    /** Address of the captured page; null for other sources */
    pageUrl: string | null;
    /** The notices that its capture recorded. Default: none */
    notices?: readonly string[];
  };
  facts: ShotFacts;
  image: ImageAnalysis;
  /** The review's other screenshots. Some faults show only in comparison: a missing button, a title out of line. */
  others: readonly Other[];
}

export interface Other {
  shot: Scene['shot'];
  facts: ShotFacts;
}

/** One place that breaks a rule. */
export interface Violation {
  /** In pixels of the image; null when it concerns the whole screenshot */
  box: PixelBox | null;
  /** What is wrong, in a sentence that names the element */
  what: string;
  /** How to fix it, in a sentence */
  fix: string;
  /** 0..1: how serious it is for a person; ranks the screenshot's findings. Below `ADVICE` it is advice */
  weight: number;
  /** Places with the same cause share one finding, because they are fixed together. Default: a finding of its own */
  cause?: string;
  /** The quoted name of this place, used in the description of another place with the same cause. Default: no name */
  name?: string;
}

/** HTML in which `data-defect` marks what the rule must find. */
export interface Example {
  /**
   * How the HTML is shown: as a page on one of the screens, as a slide of a PDF, as an email, as an email in a client
   * with a dark theme (next to its light version), or as a plain image
   */
  as: 'desktop' | 'mobile' | 'slide' | 'email' | 'dark-email' | 'image';
  html: string;
  /** Also captures the page on this screen, as another screenshot of the same review */
  beside?: 'desktop' | 'mobile';
  /** Pixels of an image. Default: a usual desktop */
  size?: { width: number; height: number };
}

/** One thing that the checklist checks. A rule is a single file. */
export interface Rule {
  /** In kebab case; findings carry it, and it switches the rule off */
  id: string;
  /** A short title for lists */
  title: string;
  /** What it checks, in a sentence */
  checks: string;
  /** Why it matters to the people who use the page, email or slide, in a sentence; part of each finding */
  why: string;
  severity: Severity;
  /** The types of reviews it applies to */
  types: readonly ReviewType[];
  /** The kinds of screenshots that carry enough facts for it */
  kinds: readonly FactsKind[];
  /**
   * The words for further places of the same `Violation.cause`. They follow “3 more texts” or “3 more texts, such as
   * “Total”,”: `one` for a single place, `more` for several
   */
  alike?: { one: string; more: string; noun: string };
  /** Returns the violations on one screenshot, in any order. Pure: it reads nothing but the scene. */
  find(scene: Scene): Violation[];
  fails: Example;
  passes: Example;
}
