import { randomUUID } from 'node:crypto';
import type { Input, Output } from '../contract/client.ts';
import {
  deriveKey,
  groupShots,
  type Shot,
  sendFirst,
  sendMissing,
  toAddition,
  withProgress,
} from '../contract/send-shots.ts';
import { poll } from './poll.ts';
import type { Source } from './read-source.ts';
import { isPassing } from './retry.ts';
import type { Session } from './session.ts';
import type { Terminal } from './terminal.ts';
import { plural } from './text.ts';

type Review = Output<'get_review'>;

/** Returns how the service is asked which images it lacks. */
export const ask = (session: Session) => (request: Input<'find_missing_images'>) =>
  session.call('find_missing_images', request);

/** Returns how many screenshots were requested so far: made, awaited or given up. */
const askedFor = ({ review, expected_shots }: Output<'read_review'>): number => expected_shots + review.problems.length;

/**
 * Creates the review and adds what creation does not carry. Another run with the same key continues where it stopped.
 */
export async function submit(
  session: Session,
  terminal: Terminal,
  request: Input<'create_review'>,
  source: Source,
  key: string = randomUUID(),
): Promise<Review> {
  const goOn = `To continue without making a second review, repeat the command with: --key ${key}`;
  terminal.onInterrupt(`Stopped. ${goOn}`);
  try {
    return await createAndFill(session, terminal, request, source, key);
  } catch (error) {
    if (isPassing(error)) terminal.note(goOn);
    throw error;
  }
}

async function createAndFill(
  session: Session,
  terminal: Terminal,
  request: Input<'create_review'>,
  source: Source,
  key: string,
): Promise<Review> {
  const review = await sendFirst(ask(session), request, (body) =>
    session.call('create_review', body, { idempotencyKey: key }),
  );
  if (takesShots(review)) await addAll(session, terminal, review, source.further, key, source.firstCount);
  return review;
}

const takesShots = ({ status }: Pick<Review, 'status'>) => status === 'preparing' || status === 'open';

/** Adds a group of images, or a page. Returns false when the review has ended meanwhile. */
async function add(session: Session, { id }: Review, group: Shot[], idempotencyKey: string): Promise<boolean> {
  try {
    await sendMissing(ask(session), group, (shots) =>
      session.call('add_screenshot', { id, ...toAddition(shots) }, { idempotencyKey }),
    );
    return true;
  } catch (error) {
    // When the first page cannot be captured, the review ends: then report that.
    if (!takesShots(await session.call('get_review', { id }))) return false;
    throw error;
  }
}

/**
 * Adds images or pages to a review that was created with `held`. What an earlier run with the same key has added is not
 * added again. Returns whether the review still accepted them.
 */
export async function addAll(
  session: Session,
  terminal: Terminal,
  review: Review,
  additions: readonly Shot[],
  key: string,
  held = 0,
): Promise<boolean> {
  const groups = groupShots(additions);
  for (const [group, line] of withProgress(groups, held)) {
    terminal.note(line);
    if (!(await add(session, review, group, await deriveKey(key, review.id, groups.indexOf(group))))) return false;
  }
  return true;
}

/**
 * Waits until every screenshot is made or given up, and reports progress. @throws CommandError when it takes too long
 */
export async function waitForShots(session: Session, terminal: Terminal, review: Review): Promise<Review> {
  const { id } = review;
  terminal.onInterrupt(
    `Review ${id} is made. Wait on with "sightline wait ${id}", or withdraw it with "sightline cancel ${id}".`,
  );
  const read = () => session.readByLink(review.review_url);
  await poll(await read(), {
    read,
    isDone: ({ review: now, expected_shots: expected }) =>
      !takesShots(now) || (now.status === 'open' && now.screenshots.length >= expected),
    progress: (view) => `${view.review.screenshots.length} of ${plural(askedFor(view), 'screenshot')}`,
    note: (line) => terminal.note(line),
    minutes: 15,
    late: `The screenshots are not made after 15 minutes. Does the service's worker run? Look again with "sightline show ${id}".`,
  });
  return session.call('get_review', { id });
}
