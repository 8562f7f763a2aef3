import { expect, test } from 'vitest';
import { dataUrl } from '../../support/factories.ts';
import { startBench } from './support/bench.ts';

const bench = await startBench();

const images = { images: 'shots/*.png' };

test('a commit gets one review of all images, one comment with its link, a summary and outputs', async () => {
  const pull = await bench.openPull();
  const labels = [0, 1, 2, 3, 4, 5, 6].map((index) => `shots/page-${index}`);
  for (const label of labels) await pull.draw(`${label}.png`, 'red');
  const inputs = { ...images, name: 'Checkout', context: 'Look at the buttons' };
  const run = await pull.act({ inputs });
  expect(run.log).not.toContain('::error::');
  expect(run.exitCode).toBe(0);
  const review = await pull.review(run);
  expect(review).toMatchObject({
    title: 'Checkout · Bigger buttons',
    context: 'Look at the buttons',
    reference: `github:${pull.repositoryId}:1:Checkout`,
    revision: pull.headSha,
    status: 'open',
    pass: 1,
  });
  expect(review.screenshots.map(({ label }) => label)).toEqual(labels);
  const of = { id: review.id, url: review.review_url, status: 'open', pass: 1, revision: pull.headSha, reused: false };
  expect(run.outputs).toEqual({
    'review-id': review.id,
    'review-url': review.review_url,
    status: 'open',
    pass: '1',
    changed: '',
    changes: '',
    'baseline-id': '',
    reviews: JSON.stringify([{ name: 'Checkout', ...of }]),
  });
  const comments = await pull.comments();
  expect(comments).toHaveLength(1);
  expect(comments[0]?.author).toBe('github-actions[bot]');
  expect(comments[0]?.body).toContain(`[**Open the review →**](${review.review_url})`);
  expect(comments[0]?.body).toContain(review.screenshots[0]?.thumbnail_url);
  expect(run.summary).toContain(review.review_url);
  expect(run.summary).toContain('<img');
  // Texts for clients of the service do not belong in the summary.
  expect(run.summary).not.toContain('review&#95;url');
  expect(run.log).not.toContain(pull.client.token);

  const left = await pull.creditsLeft();
  const again = await pull.act({ inputs: { ...inputs, pictures: 'false' }, attempt: 2 });
  expect(again.exitCode).toBe(0);
  expect(again.outputs['review-id']).toBe(review.id);
  expect(again.outputs.reviews).toContain('"reused":true');
  expect(again.log).toContain('Pass 1 of "Checkout" shows this commit already');
  expect(again.summary).not.toContain('<img');
  expect(await pull.creditsLeft()).toBe(left);
  expect(await pull.comments()).toHaveLength(1);
});

test('a later commit makes the next pass, also after one that an agent opened, and says what changed', async () => {
  const pull = await bench.openPull();
  for (const name of ['a', 'b']) await pull.draw(`shots/${name}.png`, 'red');
  const first = await pull.act({ inputs: images });
  const head = await pull.push();
  await pull.draw('shots/b.png', 'blue');
  await pull.draw('shots/c.png', 'green');
  const second = await pull.act({ inputs: images });
  expect(await pull.review(second)).toMatchObject({
    pass: 2,
    parent_id: first.outputs['review-id'],
    revision: head,
  });
  const [comment, ...others] = await pull.comments();
  expect(others).toEqual([]);
  expect(comment?.body).toContain('1 changed, 1 new, 1 the same');
  expect(comment?.body).not.toContain(first.outputs['review-url']);

  const agents = await pull.client.call('create_review', {
    title: 'By an agent',
    parent_id: second.outputs['review-id'],
    reference: 'somewhere else',
    images: [await dataUrl()],
  });
  await pull.push();
  const last = await pull.act({ inputs: images });
  expect(await pull.review(last)).toMatchObject({ pass: 4, parent_id: agents.id });
});
