import type { Client } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { inputError } from '../error.ts';
import { isPassing, poll, retry, statusOf } from '../retry.ts';
import type { Material } from '../sources/source.ts';
import type { OpenPass } from './open-pass.ts';
import type { Addition } from './request.ts';
import { allMade, everyShot, missingShots, splitMaterial } from './request.ts';

const takesShots = (review: Review) => review.status === 'preparing' || review.status === 'open';

/**
 * Brings a pass to where its link may be published: it holds every shot, and all of them are made. Also finishes
 * what an interrupted run began.
 * @throws ActionError when the shots are not made in time · ServiceError when the service refuses one
 */
export async function complete(
  client: Client,
  pass: OpenPass,
  material: Material,
  options: { milliseconds: number; log: (line: string) => void },
): Promise<Review> {
  let { review } = pass;
  if (pass.reused) {
    review = await waitForShots(client, review, [], options);
    if (!takesShots(review)) return review;
    await addShots(client, review.id, missingShots(everyShot(material), review), options.log);
  } else {
    const { further } = splitMaterial(material);
    await addShots(
      client,
      review.id,
      material.kind === 'images' ? missingShots(further, review) : further,
      options.log,
    );
  }
  return waitForShots(client, review, everyShot(material), options);
}

async function addShots(client: Client, id: string, shots: Addition[], log: (line: string) => void): Promise<void> {
  for (const [index, shot] of shots.entries()) {
    log(`Adding ${shot.label ?? shot.page_url} (${index + 1} of ${shots.length}).`);
    try {
      await addShot(client, id, shot);
    } catch (error) {
      // A first page that cannot be captured may have ended the review already: then that is what to tell.
      if ((await client.call('get_review', { id })).status === 'failed') return;
      throw error;
    }
  }
}

/** Not to be repeated blindly: after a failure without an answer, looks whether the picture arrived. */
async function addShot(client: Client, id: string, shot: Addition): Promise<void> {
  let unsure = false;
  await retry(
    async () => {
      if (unsure && missingShots([shot], await client.call('get_review', { id })).length === 0) return;
      unsure = true;
      await client.call('add_screenshot', { id, ...shot });
    },
    // A page that is still being captured cannot be told from one that never arrived.
    (error) => (shot.capture_url === true ? statusOf(error) === 429 : isPassing(error)),
  );
}

/**
 * A review opens when nothing is left to be made. A page that was added just after that is made behind its back, so
 * the shots themselves are asked for too.
 */
async function waitForShots(
  client: Client,
  review: Review,
  awaited: Addition[],
  options: { milliseconds: number; log: (line: string) => void },
): Promise<Review> {
  const made = (now: Review) => now.status !== 'preparing' && (now.status !== 'open' || allMade(awaited, now));
  let told = -1;
  const last = await poll(
    options.milliseconds,
    async () => {
      const now = await retry(() => client.call('get_review', { id: review.id }));
      const count = now.screenshots.length;
      if (count !== told) options.log(`${count} ${count === 1 ? 'shot' : 'shots'} made.`);
      told = count;
      return now;
    },
    made,
  );
  if (last.status !== 'preparing') return last;
  throw inputError(
    'timeout',
    `the shots were not made in ${options.milliseconds / 60_000} minutes. Raise it, or check that the pages answer and that the service's worker runs; running this job again goes on with the same review.`,
  );
}
