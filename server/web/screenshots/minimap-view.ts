interface Span {
  top: number;
  height: number;
}

/** How many times as tall as the stage a screenshot is drawn before an overview of it helps. */
const TALL = 2.5;

/** Returns whether an overview helps: not for what is only zoomed in, which extends to the right as well. */
export const isTall = (shot: { width: number; height: number }, drawn: number, stage: number): boolean =>
  stage > 0 && drawn > TALL * stage && shot.height > shot.width;

/** Returns which part of the drawn image is in view, in fractions of it. */
export function shownPart(image: Span, stage: Span): Span {
  const from = Math.min(Math.max((stage.top - image.top) / image.height, 0), 1);
  const to = Math.min(Math.max((stage.top + stage.height - image.top) / image.height, 0), 1);
  return { top: from, height: to - from };
}

/** Returns how far to scroll so that the row `at`, a fraction of the image, is in the middle of the stage. */
export const centreOn = (at: number, image: Span, stage: Span): number =>
  image.top + at * image.height - (stage.top + stage.height / 2);
