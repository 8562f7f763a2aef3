import { setTimeout as sleep } from 'node:timers/promises';
import type { Output } from '../contract/client.ts';
import { CommandError } from './failure.ts';
import type { Session } from './session.ts';
import type { Terminal } from './terminal.ts';
import { plural } from './text.ts';

type Review = Output<'get_review'>;

/** Milliseconds. A screenshot takes seconds; after this time the service's worker is probably not running. */
const LONGEST_MS = 10 * 60_000;

/** Waits until every requested screenshot was checked. @throws CommandError when that takes too long */
export async function waitForOpinion(session: Session, terminal: Terminal, asked: Review): Promise<Review> {
  const { id } = asked;
  terminal.onInterrupt(`It continues without you. See its findings with: sightline show ${id}`);
  const end = performance.now() + LONGEST_MS;
  let lastLine = '';
  for (let review = asked, pause = 300; ; pause = Math.min(pause * 1.3, 3000)) {
    const { waiting, done, failed } = review.second_opinion ?? { waiting: 0, done: 0, failed: 0 };
    if (waiting === 0) return review;
    const text = `Checking: ${done + failed} of ${plural(waiting + done + failed, 'screenshot')} done`;
    if (text !== lastLine) terminal.note(text);
    lastLine = text;
    if (performance.now() > end) {
      throw new CommandError('timeout', `It is not done yet. See its findings later with: sightline show ${id}`);
    }
    await sleep(pause);
    review = await session.call('get_review', { id });
  }
}
