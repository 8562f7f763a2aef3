import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Client, Input, Output } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import type { ReviewerView } from '../../server/contract/reviewer.ts';
import { onPage } from './on-page.ts';

/** What every client of the service offers, over REST or MCP. */
export type Caller = Pick<Client, 'call'>;

/** Returns an image of one colour. */
export async function png(colour = '#4477aa', width = 60, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();
}

export const base64 = async (colour?: string): Promise<string> => (await png(colour)).toString('base64');
export const dataUrl = async (colour?: string): Promise<string> => `data:image/png;base64,${await base64(colour)}`;

/** Makes an open review with one screenshot, labelled `Home`. */
export async function review(caller: Caller, more: Partial<Input<'create_review'>> = {}): Promise<Review> {
  const images = [{ image: await base64(), label: 'Home' }];
  return caller.call('create_review', { title: 'A home page', images, ...more });
}

/** Makes the next pass of a review, with a screenshot in another colour. */
export async function nextPass(caller: Caller, parent: { id: string }, more: Partial<Input<'create_review'>> = {}) {
  const images = [{ image: await base64('#aa4477'), label: 'Home' }];
  return review(caller, { images, parent_id: parent.id, ...more });
}

/** Returns the fields of a mark: a box on the first screenshot that need not be fixed. */
export function mark(more: Partial<Input<'place_mark'>> = {}): Input<'place_mark'> {
  return {
    screenshot_index: 0,
    kind: 'box',
    x: 0.1,
    y: 0.2,
    width: 0.3,
    height: 0.4,
    body: 'The button is too pale',
    must_fix: false,
    client_mark_id: randomUUID(),
    ...more,
  };
}

/** Returns a client with a review's link. */
export function reviewerOf(of: { review_url: string }): Caller {
  const { origin, pathname } = new URL(of.review_url);
  return onPage(origin, pathname.slice('/r/'.length));
}

type Outcome = Input<'decide'>['outcome'];

/** Decides after the current decision. A request for changes has a note. */
export async function decide(of: Review, outcome: Outcome, more: Partial<Input<'decide'>> = {}): Promise<ReviewerView> {
  const reviewer = reviewerOf(of);
  const seen = await reviewer.call('read_review', {});
  const note = outcome === 'changes_requested' ? { note: 'Not yet' } : {};
  const rules = seen.review.screenshots.flatMap(({ base_change }) => base_change?.noise ?? []);
  const noise = rules.map(({ id }) => id);
  return reviewer.call('decide', {
    ...{ outcome, after_decision: seen.review.decision?.number ?? 0 },
    ...(outcome === 'approved' && noise.length > 0 ? { noise } : {}),
    ...note,
    ...more,
  });
}

/** Makes a review with these marks and requested changes. */
export async function rejectedReview(
  caller: Caller,
  marks: Partial<Input<'place_mark'>>[] = [{}],
  more: Partial<Input<'create_review'>> = {},
): Promise<Review> {
  const made = await review(caller, more);
  for (const each of marks) await reviewerOf(made).call('place_mark', mark(each));
  return (await decide(made, 'changes_requested')).review;
}

export async function approvedReview(caller: Caller, more: Partial<Input<'create_review'>> = {}): Promise<Review> {
  return (await decide(await review(caller, more), 'approved')).review;
}

/** Returns the marks by id, as the reviewer sees them now. */
export async function marksOf(of: Review): Promise<Record<number, Output<'get_review'>['marks'][number]>> {
  const { review: now } = await reviewerOf(of).call('read_review', {});
  return Object.fromEntries(now.marks.map((each) => [each.id, each]));
}
