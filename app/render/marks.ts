import { positionSentence } from '../../server/contract/mark.ts';
import { withoutSecrets } from '../../server/contract/page-url.ts';
import type { Review } from '../../server/contract/review.ts';
import type { WorkPacket } from '../../server/contract/work-packet.ts';
import { describeContext, renderReplies } from './context.ts';
import { clip, fence, inline, link, plural, takeMarks } from './markdown.ts';

/** GitHub limits a check's summary and text in characters; counting bytes is on the safe side. */
const MAX_TEXT_BYTES = 65_535;

/** Renders the outstanding marks with their crops, as many as fit. */
export function renderMarks(review: Review, options: { pictures: boolean }): string {
  const more = (left: number) => `\u2026 and ${plural(left, 'more mark')}: see the review itself.`;
  const render = (pin: WorkPacket, longest: number) => renderMark(pin, longest, options);
  return takeMarks(review.work_packets.pins, MAX_TEXT_BYTES - 300, render, more).join('\n\n');
}

/**
 * Names the author of a mark. A guest's name is whatever the guest typed, so it is worded differently from the
 * reviewer's.
 */
function describeAuthor({ author, source }: WorkPacket): string {
  const name = author === null ? '' : inline(author);
  if (source === 'accepted_suggestion')
    return `, suggested by a guest${name === '' ? '' : ` who gave the name ${name}`}`;
  return name === '' ? '' : `, by ${name}`;
}

function renderMark(pin: WorkPacket, longest: number, options: { pictures: boolean }): string {
  const screenshot =
    pin.screenshot === null ? 'a screenshot that this pass no longer has' : inline(pin.screenshot.label);
  const where = pin.page_url === null ? screenshot : `${screenshot} of ${inline(withoutSecrets(pin.page_url), 200)}`;
  const lines = [
    `#### Mark ${pin.mark_id}${pin.must_fix ? ' \u00b7 must fix' : ''}`,
    `On ${where}${describeAuthor(pin)}`,
    fence(clip(pin.body, longest)),
    ...renderReplies(pin, longest),
  ];
  const position = positionSentence[pin.position];
  if (position !== null) lines.push(position);
  const selector = pin.element?.selectors[0]?.selector;
  if (selector !== undefined) lines.push(`Element: ${inline(selector, 300)}`);
  else if (pin.element !== null && pin.element.text !== '') lines.push(`Text there: ${inline(pin.element.text, 300)}`);
  lines.push(...describeContext(pin));
  const crop = options.pictures && pin.crop_url !== null ? link(pin.crop_url) : '';
  if (crop !== '') lines.push(`<img alt="Mark ${pin.mark_id}" src="${crop}" width="480">`);
  const like = options.pictures && pin.reference_image_url !== null ? link(pin.reference_image_url) : '';
  if (like !== '')
    lines.push('Like this:', `<img alt="How mark ${pin.mark_id} should look" src="${like}" width="320">`);
  return lines.join('\n\n');
}
