import { groupCauses } from '../../server/contract/cause-groups.ts';
import type { Review } from '../../server/contract/review.ts';
import type { WorkPacket } from '../../server/contract/work-packet.ts';
import { clip, fence, inline, plural } from './markdown.ts';

const MAX_GROUPS = 10;

/** Lists why the screenshots changed, what shows on most of them first; nothing where no capture tells. */
export function listCauses({ base, screenshots }: Pick<Review, 'base' | 'screenshots'>): string[] {
  const { groups, unknown } = groupCauses(screenshots, base == null || base.kind === 'none' ? 'pass' : 'base');
  if (groups.length === 0) return [];
  const lines = groups.slice(0, MAX_GROUPS).map(({ cause, screenshots: shown }) => {
    const likely = cause.certainty === 'likely' ? 'probably ' : '';
    return `- ${likely}${inline(cause.summary, 200)}: ${plural(shown.length, 'screenshot')}`;
  });
  const more = groups.length - lines.length;
  return [
    'Why they changed:',
    [
      ...lines,
      ...(more > 0 ? [`- and ${plural(more, 'cause')} more`] : []),
      ...(unknown.length > 0 ? [`- unknown: ${plural(unknown.length, 'area')}`] : []),
    ].join('\n'),
  ];
}

/** Says why a marked area changed: `Changed by: padding 12px → 16px on .btn`. */
function describeCause({ causes: [cause] }: WorkPacket): string[] {
  if (cause === undefined) return [];
  return [`${cause.certainty === 'certain' ? 'Changed' : 'Probably changed'} by: ${inline(cause.summary, 300)}`];
}

const MAX_PLACES = 3;

/** Says where in the code a marked element comes from. */
function describeCode({ source_code: places }: WorkPacket): string[] {
  if (places.length === 0) return [];
  const told = places
    .slice(0, MAX_PLACES)
    .map(({ file, line, confidence }) => `${inline(line === null ? file : `${file}:${line}`, 220)} (${confidence})`);
  return [`In the code: ${told.join(', ')}`];
}

/** Says by what a fix can be measured. */
function describeCriteria({ done_when: criteria }: WorkPacket): string[] {
  return criteria.length === 0 ? [] : [`Done when: ${criteria.map((each) => inline(each)).join(', ')}`];
}

/** Says what is known of a mark beyond its words: why its area changed, where it is in the code, when it is done. */
export const describeContext = (pin: WorkPacket): string[] => [
  ...describeCause(pin),
  ...describeCode(pin),
  ...describeCriteria(pin),
];

const MAX_REPLIES = 5;

/**
 * Renders what was written about a mark: why the reviewer sent it back, and the newest replies. Their words are fenced.
 */
export function renderReplies(pin: Pick<WorkPacket, 'replies' | 'reopen_reason'>, longest: number): string[] {
  const { replies, reopen_reason: reason } = pin;
  const earlier = replies.length - MAX_REPLIES;
  return [
    ...(reason === null ? [] : ['Not fixed yet:', fence(clip(reason, longest))]),
    ...(earlier > 0 ? [`\u2026 ${plural(earlier, 'earlier reply', 'earlier replies')}`] : []),
    ...replies
      .slice(-MAX_REPLIES)
      .flatMap(({ by, body, question }) => [
        `The ${by} ${question ? 'asked' : 'replied'}:`,
        fence(clip(body, longest)),
      ]),
  ];
}
