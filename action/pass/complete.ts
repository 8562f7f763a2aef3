import type { Client, Output } from '../../server/contract/client.ts';
import { createClient } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { secretOf } from '../app.ts';
import { inputError } from '../error.ts';
import { isPassing, poll, retry, statusOf } from '../retry.ts';
import type { Service } from '../service.ts';
import type { Material } from '../sources/source.ts';
import type { OpenPass } from './open-pass.ts';
import type { Addition } from './request.ts';
import { everyShot, missingShots, splitMaterial } from './request.ts';

interface Options {
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
  if (pass.reused) {
    review = await waitForShots(service, review, options);
    if (!takesShots(review)) return review;
    await addShots(client, review.id, missingShots(everyShot(material), review), options.log);
  } else {
    const { further } = splitMaterial(material);
    // Pages that are being captured look like those that never arrived, but a new review has none.
    const missing = further.filter((shot) => shot.capture_url === true || missingShots([shot], review).length > 0);
    await addShots(client, review.id, missing, options.log);
  }
  return waitForShots(service, review, options);
}

/** Adds screenshots to a review, each once. @throws ServiceError when one is refused, unless the review has failed */
export async function addShots(
  client: Client,
  id: string,
  shots: Addition[],
  log: (line: string) => void,
): Promise<void> {
  for (const [index, shot] of shots.entries()) {
    log(`Adding ${shot.label ?? shot.page_url} (${index + 1} of ${shots.length}).`);
    try {
      await addShot(client, id, shot);
    } catch (error) {
      // When the first page cannot be captured, the review may have failed already: then report that.
      if ((await client.call('get_review', { id })).status === 'failed') return;
      throw error;
    }
  }
}

/**
 * Adds a screenshot. After a failure without an answer it first checks whether the image arrived, because the call must
 * not simply be repeated.
 */
async function addShot(client: Client, id: string, shot: Addition): Promise<void> {
  let unsure = false;
  await retry(
    async () => {
      if (unsure && missingShots([shot], await client.call('get_review', { id })).length === 0) return;
      unsure = true;
      await client.call('add_screenshot', { id, ...shot });
    },
    // A page that is still being captured looks like one that never arrived.
    (error) => (shot.capture_url === true ? statusOf(error) === 429 : isPassing(error)),
  );
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
