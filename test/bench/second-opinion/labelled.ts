import type { Example } from '../../../server/checklist/rule.ts';
import type { ReviewType } from '../../../server/contract/review.ts';

/** A page, a deck or an email without a known flaw. */
export interface Base {
  name: string;
  type: ReviewType;
  html: string;
}

/** One way to break a base: the change of its HTML, and the expected finding. */
export interface Defect {
  /** The change in a few words. */
  name: string;
  /** Ids of rules, any of which is a correct finding. */
  rules: readonly string[];
  /** CSS selector of the broken element in the broken document; null when the whole screenshot is affected. */
  at: string | null;
  /** Added at the end of the document’s style. */
  css?: string;
  /** Exact parts of the HTML and their replacements. */
  swap?: readonly (readonly [from: string, to: string])[];
  /** Visible on this screen only. */
  on?: 'desktop' | 'mobile';
  /** The slide of a deck, from 1, when `at` is null. */
  slide?: number;
  /** Rules that are also right about the same place or, with `at` null, about the screenshot. */
  also?: readonly string[];
}

/** One or more screenshots of a base with these defects. */
export interface Case {
  name: string;
  base: Base;
  as: Example['as'];
  /** Pages are shown on both screens, as the service captures them. */
  defects: readonly Defect[];
}

export interface Half {
  name: 'tuned' | 'held out';
  cases: readonly Case[];
}

/** Rules of one theme. The same fault has a rule for each kind of screenshot. */
export const theme = {
  contrast: ['low-contrast', 'slide-low-contrast', 'email-low-contrast', 'picture-low-contrast'],
  small: ['tiny-text', 'small-slide-text', 'small-email-text'],
  cut: ['text-cut-off', 'cut-off-edge'],
  overlap: ['text-overlap', 'text-covered'],
  leftIn: ['placeholder-text'],
  error: ['error-on-page'],
  blurred: ['blurred-image', 'low-resolution-picture'],
  alt: ['image-without-alt', 'email-image-without-alt'],
  target: ['small-target', 'small-email-link', 'small-email-button'],
  blank: ['blank-picture', 'empty-end'],
} as const;

export const shoot = (name: string, base: Base, as: Case['as'], ...defects: Defect[]): Case => ({
  name,
  base,
  as,
  defects,
});

/** Returns the document with all defects. @throws when a part to replace is not there exactly once */
export function breakBase({ base, defects }: Case): string {
  let { html } = base;
  for (const { name, swap = [], css } of defects) {
    for (const [from, to] of swap) {
      const times = html.split(from).length - 1;
      if (times !== 1) throw new Error(`${base.name}, ${name}: “${from}” is there ${times} times.`);
      html = html.replace(from, () => to);
    }
    if (css !== undefined) {
      const at = html.lastIndexOf('</style>');
      if (at < 0) throw new Error(`${base.name} has no style to add to.`);
      html = html.slice(0, at) + css + html.slice(at);
    }
  }
  return html;
}
