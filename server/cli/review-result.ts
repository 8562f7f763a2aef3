import type { Output } from '../contract/client.ts';
import type { Result } from './command.ts';
import { exitCodeOf } from './exit-code.ts';
import { nextStep } from './next-step.ts';
import { renderPackets } from './render-packets.ts';
import { statusWords } from './render-review.ts';
import type { Terminal } from './terminal.ts';
import { line } from './text.ts';

type Review = Output<'get_review'>;

/** Lists what could not be made, each reason once with everything that it stopped. */
export function problemLines({ problems }: Pick<Review, 'problems'>): string[] {
  const reasons = Map.groupBy(problems, ({ message }) => message);
  return [...reasons].map(([message, of]) => `${of.map(({ label }) => line(label)).join(', ')}: ${line(message, 300)}`);
}

/**
 * Returns the result of waiting for a review, without the first `withProblems` problems. When changes were requested,
 * it includes what to fix.
 */
export function decidedResult(terminal: Terminal, review: Review, withProblems = 0): Result {
  const summary = nextStep(review);
  const lines = [`${line(review.title, 160)}: ${statusWords(terminal, review.status)}`, line(summary, 300)];
  const unshown = review.problems.slice(withProblems).filter(({ message }) => !summary.includes(message));
  lines.push(...problemLines({ problems: unshown }));
  for (const { label, notices } of review.screenshots) {
    for (const notice of notices) lines.push(`${line(label)}: ${line(notice, 300)}`);
  }
  const packets = review.status === 'changes_requested' ? `\n\n${renderPackets(review)}` : '';
  return { document: review, text: lines.join('\n') + packets, exitCode: exitCodeOf(review) };
}
