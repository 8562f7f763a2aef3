import { setTimeout as sleep } from 'node:timers/promises';
import { askedMarks } from '../contract/awaits-answer.ts';
import type { Output } from '../contract/client.ts';
import { CommandError } from './failure.ts';
import { isPassing } from './retry.ts';
import type { Session } from './session.ts';
import type { Terminal } from './terminal.ts';
import { plural } from './text.ts';

type Review = Output<'get_review'>;

const asked = (review: Review) => (review.status === 'changes_requested' ? askedMarks(review) : []);
const isAwaited = (review: Review) =>
  review.status === 'open' || review.status === 'preparing' || asked(review).length > 0;
/** How many milliseconds the service may be unreachable, because a restart should not end a wait of hours. */
const patience = 10 * 60_000;

/**
 * Waits until the review is decided and every question is answered, or it cannot be decided any more, and
 * reports changes. `minutes` null: without limit.
 * `introduce`: printed once, before the wait.
 * @throws CommandError when the time is over · ServiceError when the service is unreachable for 10 minutes
 */
export async function waitForDecision(
  session: Session,
  terminal: Terminal,
  id: string,
  minutes: number | null,
  introduce: (review: Review) => string = () => '',
): Promise<Review> {
  terminal.onInterrupt(`The review stays open. Wait for it again with: sightline wait ${id}`);
  const end = minutes === null ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;
  let answered = performance.now();
  let introduced = false;
  let missing = 'decision';
  let lastLine = '';
  const note = (text: string) => {
    if (text !== lastLine) terminal.note(text);
    lastLine = text;
  };
  for (let pause = 500; ; pause = Math.min(pause * 1.3, 5000)) {
    let wait = pause;
    try {
      const review = await session.once('get_review', { id });
      if (!isAwaited(review)) return review;
      missing = asked(review).length > 0 ? 'answer' : 'decision';
      answered = performance.now();
      const introduction = introduced ? '' : introduce(review);
      introduced = true;
      if (introduction !== '') terminal.note(introduction);
      note(progress(review));
    } catch (error) {
      if (!isPassing(error) || performance.now() - answered > patience) throw error;
      note(`No answer from ${session.url}; still trying.`);
      wait = Math.max(pause, (error.body.retry_after ?? 0) * 1000);
    }
    const left = end - performance.now();
    if (left <= 0) {
      throw new CommandError(
        'timeout',
        `No ${missing} in ${plural(minutes ?? 0, 'minute')}. Wait on with: sightline wait ${id}`,
      );
    }
    await sleep(Math.min(wait, left));
  }
}

function progress(review: Review): string {
  if (review.status === 'preparing') return 'Waiting for the screenshots';
  const questions = asked(review).length;
  if (questions > 0) return `Waiting for the answer to ${plural(questions, 'question')}`;
  const marks = review.outstanding_marks;
  return `Waiting for the reviewer${marks === 0 ? '' : `, ${plural(marks, 'mark')} so far`}`;
}
