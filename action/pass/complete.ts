import type { Client, Output } from '../../server/contract/client.ts';
import { createClient } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import {
  deriveKey,
  groupShots,
  type Shot,
  sendMissing,
  toAddition,
  withProgress,
} from '../../server/contract/send-shots.ts';
import { secretOf } from '../app.ts';
import { inputError } from '../error.ts';
import { poll, retry } from '../retry.ts';
import type { Service } from '../service.ts';
import type { Material } from '../sources/source.ts';
import type { OpenPass } from './open-pass.ts';
import { askMissing, everyShot, missingShots, splitMaterial } from './request.ts';

interface Options {
  /** Which of the jobs that share the pass this one is; null when it sends all. */
  shard: number | null;
  /** How long to wait for the screenshots. */
  milliseconds: number;
  log: (line: string) => void;
}

const takesShots = (review: Review) => review.status === 'preparing' || review.status === 'open';

/**
 * Completes a pass until its link may be published: it contains every screenshot, and all of them are made. Also
 * finishes what an interrupted run began.
 * @throws ActionError when the screenshots are not made in time · ServiceError when the service refuses one
 */
export async function complete(
  service: Service,
  pass: OpenPass,
  material: Material,
  options: Options,
): Promise<Review> {
  const { client } = service;
  let { review } = pass;
  const { shard } = options;
  if (shard !== null && !pass.reused) {
    review = await sendShard(client, review.id, everyShot(material), options);
    if (shardsLeft(review) > 0) return review;
  } else if (pass.reused) {
    review = await waitForShots(service, review, options);
    if (!takesShots(review)) return review;
    // The jobs that share a pass had sent everything when it opened.
    if (shard !== null) return review;
    await addShots(client, review.id, missingShots(everyShot(material), review), options.log);
  } else {
    await addShots(client, review.id, splitMaterial(material).further, options.log);
  }
  return waitForShots(service, review, options);
}

/** Returns how many of the jobs that share a review or a baseline have not sent all of their screenshots. */
export const shardsLeft = ({ shards }: Pick<Review, 'shards'>): number =>
  shards == null ? 0 : shards.expected - shards.sent.length;

/**
 * Adds this job's screenshots to the review that several share, and notes that these are all. The service leaves out
 * what the job has sent before.
 */
async function sendShard(client: Client, id: string, shots: Shot[], { shard, log }: Options): Promise<Review> {
  const number = shard ?? undefined;
  for (const [group, line] of withProgress(groupShots(shots))) {
    log(`${line}.`);
    await retry(() =>
      sendMissing(askMissing(client), group, (sent) =>
        client.call('add_screenshot', { id, shard: number, ...toAddition(sent) }),
      ),
    );
  }
  return retry(() => client.call('add_screenshot', { id, shard: number, complete: true }));
}

/**
 * Adds screenshots to a review. A group that is sent again, after a lost answer or by another job that made the same
 * review, adds nothing. @throws ServiceError when one is refused, unless the review has failed
 */
export async function addShots(client: Client, id: string, shots: Shot[], log: (line: string) => void): Promise<void> {
  for (const [group, line] of withProgress(groupShots(shots))) {
    log(`${line}.`);
    try {
      const idempotencyKey = await deriveKey(id, group);
      await retry(() =>
        sendMissing(askMissing(client), group, (sent) =>
          client.call('add_screenshot', { id, ...toAddition(sent) }, { idempotencyKey }),
        ),
      );
    } catch (error) {
      // When the first page cannot be captured, the review may have failed already: then report that.
      if ((await client.call('get_review', { id })).status === 'failed') return;
      throw error;
    }
  }
}

/**
 * Waits for screenshots that are being made. The review's own link shows how many there will be, also for an open
 * review.
 */
async function waitForShots(service: Service, review: Review, options: Options): Promise<Review> {
  const reader = createClient({ baseUrl: service.url, link: secretOf(review.review_url) });
  const made = ({ review: now, expected_shots: expected }: Output<'read_review'>) =>
    now.status !== 'preparing' && (now.status !== 'open' || now.screenshots.length >= expected);
  let lastLine = '';
  const last = await poll(
    options.milliseconds,
    async () => {
      const view = await retry(() => reader.call('read_review', {}));
      const line = `${view.review.screenshots.length} of ${view.expected_shots} screenshots made.`;
      if (line !== lastLine) options.log(line);
      lastLine = line;
      return view;
    },
    made,
  );
  if (made(last)) return retry(() => service.client.call('get_review', { id: review.id }));
  throw inputError(
    'timeout',
    `the screenshots were not made in ${options.milliseconds / 60_000} minutes. Raise it, or check that the pages answer and that the service's worker runs; running this job again continues with the same review.`,
  );
}
