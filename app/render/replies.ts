import type { WorkPacket } from '../../server/contract/work-packet.ts';
import { clip, fence, plural } from './markdown.ts';

const MAX_REPLIES = 5;

/** Renders what was asked and answered about a mark, the newest replies. Their words are fenced. */
export function renderReplies({ replies }: Pick<WorkPacket, 'replies'>, longest: number): string[] {
  const earlier = replies.length - MAX_REPLIES;
  return [
    ...(earlier > 0 ? [`\u2026 ${plural(earlier, 'earlier reply', 'earlier replies')}`] : []),
    ...replies
      .slice(-MAX_REPLIES)
      .flatMap(({ by, body, question }) => [
        `The ${by} ${question ? 'asked' : 'replied'}:`,
        fence(clip(body, longest)),
      ]),
  ];
}
