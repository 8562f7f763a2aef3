import type { Output } from '../contract/client.ts';
import type { Result } from './command.ts';
import { exitCodeOf } from './exit-code.ts';
import { renderPackets } from './render-packets.ts';
import { statusWords } from './render-review.ts';
import type { Terminal } from './terminal.ts';
import { line } from './text.ts';

type Review = Output<'get_review'>;

/** What a waited-for review ended with; what is to be fixed follows when changes were requested. */
export function decidedResult(terminal: Terminal, review: Review): Result {
  const lines = [
    `${line(review.title, 160)}: ${statusWords(terminal, review.status)}`,
    line(review.next_action.summary, 300),
  ];
  for (const { label, message } of review.problems) lines.push(`${line(label)}: ${line(message, 300)}`);
  for (const { label, notices } of review.screenshots) {
    for (const notice of notices) lines.push(`${line(label)}: ${line(notice, 300)}`);
  }
  const packets = review.status === 'changes_requested' ? `\n\n${renderPackets(review)}` : '';
  return { document: review, text: lines.join('\n') + packets, exitCode: exitCodeOf(review) };
}
