import type { Example } from '../../../server/checklist/rule.ts';
import type { ReviewType } from '../../../server/contract/review.ts';

/** A page, a deck or an email without a flaw that we know of. */
export interface Base {
  name: string;
  type: ReviewType;
  html: string;
}

/** One way to break a base: what is done to its HTML, and what should then be said of it. */
export interface Defect {
  /** What was done, in a few words */
  name: string;
  /** Ids of rules any of which says it */
  rules: readonly string[];
  /** CSS selector of what is broken, as it stands in the broken document; null when it is of the whole shot */
  at: string | null;
  /** Added at the end of the document's style */
  css?: string;
  /** Exact parts of the HTML and what takes their place */
  swap?: readonly (readonly [from: string, to: string])[];
  /** Seen on this screen only */
  on?: 'desktop' | 'mobile';
  /** Of a deck, with `at` null: the slide, from 1 */
  slide?: number;
  /** Rules that are right too about the same place or, with `at` null, about the shot */
  also?: readonly string[];
}

/** What is shown: one or more shots of a base with these defects. */
export interface Case {
  name: string;
  base: Base;
  as: Example['as'];
  /** Pages are shown on both screens, as the service captures them */
  defects: readonly Defect[];
}

export interface Half {
  name: 'tuned' | 'held out';
  cases: readonly Case[];
}

/** Rules of one theme: the same fault has a rule for each kind of shot. */
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

/** The document with all of the defects. @throws when a part that should be swapped is not there exactly once */
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
