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

/** Lists what people should know about the screenshots. */
export const noticeLines = ({
  screenshots,
}: {
  screenshots: readonly Pick<Review['screenshots'][number], 'label' | 'notices'>[];
}): string[] =>
  screenshots.flatMap(({ label, notices }) => notices.map((notice) => `${line(label)}: ${line(notice, 300)}`));

/** Returns what comes next, what could not be made, and what to fix when changes were requested. */
function nextAndPackets(review: Review, withProblems: number): string {
  const summary = nextStep(review);
  const unshown = review.problems.slice(withProblems).filter(({ message }) => !summary.includes(message));
  const lines = [line(summary, 300), ...problemLines({ problems: unshown }), ...noticeLines(review)];
  // Once there is a next pass, what is left to fix is fixed there.
  const isHere = review.status === 'changes_requested' && review.next_pass_id === null;
  const packets = isHere ? `\n\n${renderPackets(review)}` : '';
  return lines.join('\n') + packets;
}

/** Returns the result of waiting for a review, without the first `withProblems` problems. */
export function decidedResult(terminal: Terminal, review: Review, withProblems = 0): Result {
  const text = `${line(review.title, 160)}: ${statusWords(terminal, review.status)}\n${nextAndPackets(review, withProblems)}`;
  return { document: review, text, exitCode: exitCodeOf(review) };
}

/**
 * Returns what a command reads once a review is decided. It begins with words of ours: the command may pass it to an
 * agent, which would take a title for an instruction, or for an option.
 */
export const decidedInput = (review: Review): string =>
  `Sightline review ${review.id}: ${review.status.replaceAll('_', ' ')}\n${nextAndPackets(review, 0)}\n`;
