import type { SkippedMark } from './mark.ts';

const reasons: Record<SkippedMark['reason'], string> = {
  not_found: 'this review has no mark with this id',
  unchanged: 'it has this status already',
  already_verified: 'the reviewer has verified it already',
  withdrawn: 'the reviewer has deleted it',
  sent_back: 'the reviewer has looked at a later pass and sent it back there',
  invalid_after_image: '`after_image` must be a public https URL of an image, not a data URL',
};

/** Returns why `resolve_marks` left a mark unchanged. */
export const skippedSentence = ({ id, reason }: SkippedMark): string =>
  `Mark ${id} was not changed: ${reasons[reason] ?? reason}.`;
