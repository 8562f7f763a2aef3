import { positionSentence } from '../../server/contract/mark.ts';
import type { Review } from '../../server/contract/review.ts';
import type { WorkPacket } from '../../server/contract/work-packet.ts';
import { clip, fence, inline, link, plural, takeMarks } from './markdown.ts';

/** GitHub's limit on a check's summary and text, kept in bytes to be on the safe side. */
const longestText = 65_535;

/** The outstanding marks with their crops, as many as fit. */
export function renderPins(review: Review, options: { pictures: boolean }): string {
  const more = (left: number) => `\u2026 and ${plural(left, 'more mark')}: see the review itself.`;
  const render = (pin: WorkPacket, longest: number) => renderPin(pin, longest, options);
  return takeMarks(review.work_packets.pins, longestText - 300, render, more).join('\n\n');
}

/** A guest's name is whatever the guest typed: it does not stand there as the reviewer's does. */
function byWhom({ author, source }: WorkPacket): string {
  const name = author === null ? '' : inline(author);
  if (source === 'accepted_suggestion')
    return `, suggested by a guest${name === '' ? '' : ` who gave the name ${name}`}`;
  return name === '' ? '' : `, by ${name}`;
}

function renderPin(pin: WorkPacket, longest: number, options: { pictures: boolean }): string {
  const shot = pin.screenshot === null ? 'a shot that is gone from this pass' : inline(pin.screenshot.label);
  const where = pin.page_url === null ? shot : `${shot} of ${inline(pin.page_url, 200)}`;
  const lines = [
    `#### Mark ${pin.mark_id}${pin.must_fix ? ' \u00b7 must fix' : ''}`,
    `On ${where}${byWhom(pin)}`,
    fence(clip(pin.body, longest)),
  ];
  const position = positionSentence[pin.position];
  if (position !== null) lines.push(position);
  const selector = pin.element?.selectors[0]?.selector;
  if (selector !== undefined) lines.push(`Element: ${inline(selector, 300)}`);
  else if (pin.element !== null && pin.element.text !== '') lines.push(`Text there: ${inline(pin.element.text, 300)}`);
  const crop = options.pictures && pin.crop_url !== null ? link(pin.crop_url) : '';
  if (crop !== '') lines.push(`<img alt="Mark ${pin.mark_id}" src="${crop}" width="480">`);
  return lines.join('\n\n');
}
