import type { WorkPacket } from '../../server/contract/work-packet.ts';
import { clip, fence, plural } from './markdown.ts';

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
