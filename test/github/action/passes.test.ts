import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, startBench } from './support/bench.ts';
import { startFront } from './support/front.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const images = { images: 'shots/*.png' };

test('a push makes one review of all pictures, one comment with its link, a summary and outputs', async () => {
  const pull = await bench.openPull();
  for (let index = 0; index < 7; index += 1) await pull.draw(`shots/page-${index}.png`, `rgb(${index * 20},80,120)`);
  const run = await pull.act({ inputs: { ...images, name: 'Checkout', context: 'Look at the buttons' } });

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
  expect(review.screenshots.map(({ label }) => label)).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((index) => `shots/page-${index}`),
  );

  expect(run.outputs).toEqual({
    'review-id': review.id,
    'review-url': review.review_url,
    status: 'open',
    pass: '1',
    reviews: JSON.stringify([
      {
        name: 'Checkout',
        id: review.id,
        url: review.review_url,
        status: 'open',
        pass: 1,
        revision: pull.headSha,
        reused: false,
      },
    ]),
  });
  const comments = await pull.comments();
  expect(comments).toHaveLength(1);
  expect(comments[0]?.author).toBe('github-actions[bot]');
  expect(comments[0]?.body).toContain(`[Review it →](${review.review_url})`);
  expect(comments[0]?.body).toContain(review.screenshots[0]?.thumbnail_url);
  expect(run.summary).toContain(review.review_url);
  // The words for the service's clients are none for people.
  expect(run.summary).not.toContain('review&#95;url');
  expect(run.log).not.toContain(pull.client.token);
});

test('forty pictures are one review for the price of one; one more is refused before anything is made', async () => {
  const pull = await bench.openPull();
  for (let index = 0; index < 40; index += 1) await pull.draw(`shots/${index}.png`, `rgb(${index * 5},80,120)`);
  const left = (await pull.creditsLeft()) ?? 0;
  const run = await pull.act({ inputs: images });
  expect(run.log).not.toContain('::error::');
  expect((await pull.review(run)).screenshots).toHaveLength(40);
  expect(await pull.creditsLeft()).toBe(left - 1);
  await pull.draw('shots/40.png', 'red');
  await pull.push();
  const over = await pull.act({ inputs: images });
  expect(over.log).toContain('Input "images": 41 files match, and a review holds 40.');
  expect(await pull.creditsLeft()).toBe(left - 1);
});

test('the same commit again uses the same pass and spends nothing', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const first = await pull.act({ inputs: images });
  const left = await pull.creditsLeft();
  const again = await pull.act({ inputs: images, attempt: 2 });
  expect(again.exitCode).toBe(0);
  expect(again.outputs['review-id']).toBe(first.outputs['review-id']);
  expect(again.outputs.reviews).toContain('"reused":true');
  expect(again.log).toContain('Pass 1 of "visual" shows this commit already');
  expect(await pull.creditsLeft()).toBe(left);
  expect(await pull.comments()).toHaveLength(1);
});

test('the same commit with other pictures makes the next pass, unless somebody decided; other files of the same pixels do not', async () => {
  const pull = await bench.openPull();
  for (const name of ['a', 'b']) await pull.draw(`shots/${name}.png`, 'red');
  const first = await pull.act({ inputs: images });
  const file = join(pull.workspace, 'shots/b.png');
  await writeFile(file, await sharp(file).png({ compressionLevel: 0, adaptiveFiltering: true }).toBuffer());
  const same = await pull.act({ inputs: images, attempt: 2 });
  expect(same.outputs['review-id']).toBe(first.outputs['review-id']);

  await pull.draw('shots/b.png', 'blue');
  const other = await pull.act({ inputs: images, attempt: 3 });
  expect(other.log).toMatch(/::warning::Pass 1 shows this commit too, but other pictures: .*"name" of its own/);
  expect(await pull.review(other)).toMatchObject({ pass: 2, parent_id: first.outputs['review-id'] });

  const link = bench.service.byLink(other.outputs['review-url'] ?? '');
  await link.call('decide', { outcome: 'approved', after_decision: 0 });
  await pull.draw('shots/b.png', 'green');
  const decided = await pull.act({ inputs: images, attempt: 4 });
  expect(decided.outputs).toMatchObject({ 'review-id': other.outputs['review-id'], status: 'approved' });
});

test('two jobs of one name with other shots are told apart in the attempt; the same shots share the pass', async () => {
  const env = { GITHUB_RUN_ID: '4711' };
  for (const other of ['shots/a', 'shots/c']) {
    const pull = await bench.openPull();
    const job = async (pictures: Record<string, string>, inputs: Record<string, string> = {}, attempt = 1) => {
      await rm(join(pull.workspace, 'shots'), { recursive: true, force: true });
      for (const [path, colour] of Object.entries(pictures)) await pull.draw(`${path}.png`, colour);
      return pull.act({ inputs: { ...images, ...inputs }, env, attempt });
    };
    const ours = { 'shots/a': 'red', 'shots/b': 'red' };
    const first = await job(ours);
    expect(first.exitCode).toBe(0);
    expect((await job(ours)).outputs['review-id']).toBe(first.outputs['review-id']);
    const left = await pull.creditsLeft();
    const second = await job({ [other]: 'blue' });
    expect(second.exitCode).toBe(1);
    expect(second.log).toContain('Input "name": another job or step of this run reviews something else as "visual"');
    expect(second.log).toContain('name: ${{ matrix.app }}');
    expect(await pull.creditsLeft()).toBe(left);
    expect(await pull.review(first)).toMatchObject({ status: 'open', next_pass_id: null });
    const [comment] = await pull.comments();
    expect(comment?.body).toContain(first.outputs['review-url']);
    expect((await job({ [other]: 'blue' }, { name: 'two' })).exitCode).toBe(0);
    // Re-run failed jobs: what the attempt before made is found, and nothing is made twice.
    const again = await job(ours, {}, 2);
    expect(again.outputs).toMatchObject({ 'review-id': first.outputs['review-id'], pass: '1' });
  }
});

test('two jobs of one name that start at the same moment: one review stays, the other job says why', async () => {
  const pull = await bench.openPull();
  for (const [index, colour] of ['red', 'blue', 'green'].entries()) await pull.draw(`${index}/a.png`, colour);
  const env = { GITHUB_RUN_ID: '4712' };
  const runs = await Promise.all([0, 1, 2].map((index) => pull.act({ inputs: { images: `${index}/*.png` }, env })));
  expect(runs.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1, 1]);
  for (const { log } of runs.filter(({ exitCode }) => exitCode === 1))
    expect(log).toContain('Input "name": another job');
  expect((await pull.client.call('list_reviews', {})).reviews).toHaveLength(1);
});

test('a later commit makes the next pass of the chain and says what changed', async () => {
  const pull = await bench.openPull();
  for (const name of ['a', 'b']) await pull.draw(`shots/${name}.png`, 'red');
  const first = await pull.act({ inputs: images });
  const head = await pull.push();
  await pull.draw('shots/b.png', 'blue');
  await pull.draw('shots/c.png', 'green');
  const second = await pull.act({ inputs: images });
  const review = await pull.review(second);
  expect(review).toMatchObject({ pass: 2, parent_id: first.outputs['review-id'], revision: head });
  const [comment, ...others] = await pull.comments();
  expect(others).toEqual([]);
  expect(comment?.body).toContain('3 shots: 1 changed, 1 new since pass 1');
  expect(comment?.body).not.toContain(first.outputs['review-url']);
});

test('after a withdrawn review the next attempt makes a new one', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const first = await pull.act({ inputs: images });
  await pull.client.call('cancel_review', { id: first.outputs['review-id'] ?? '' });
  const again = await pull.act({ inputs: images, attempt: 2 });
  expect(again.exitCode).toBe(0);
  expect(again.outputs['review-id']).not.toBe(first.outputs['review-id']);
  expect(again.outputs.status).toBe('open');
});

test('a pass that somebody else opened after ours becomes the parent', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const first = await pull.act({ inputs: images });
  const agents = await pull.client.call('create_review', {
    title: 'By an agent',
    parent_id: first.outputs['review-id'],
    reference: 'somewhere else',
    images: (await pull.review(first)).screenshots.map(() => onePixel),
  });
  await pull.push();
  const second = await pull.act({ inputs: images });
  expect(await pull.review(second)).toMatchObject({ pass: 3, parent_id: agents.id });
});

test('a lost answer costs neither a second review nor a picture twice', async () => {
  const pull = await bench.openPull();
  for (let index = 0; index < 6; index += 1) await pull.draw(`shots/${index}.png`, 'red');
  const left = (await pull.creditsLeft()) ?? 0;
  const front = await startFront(bench.service.url, (request, count) =>
    request.startsWith('POST ') && count === 1 ? 'lose-answer' : null,
  );
  try {
    const run = await pull.act({ inputs: { ...images, 'service-url': front.url } });
    expect(run.exitCode).toBe(0);
    expect((await pull.review(run)).screenshots).toHaveLength(6);
    expect(await pull.creditsLeft()).toBe(left - 1);
    expect((await pull.client.call('list_reviews', {})).reviews).toHaveLength(1);
    expect(front.seen.filter((request) => request === 'POST /api/reviews')).toHaveLength(2);
  } finally {
    await front.close();
  }
});

test('an interrupted run’s pictures are completed by the next one', async () => {
  const pull = await bench.openPull();
  for (let index = 0; index < 8; index += 1) await pull.draw(`shots/${index}.png`, 'red');
  const front = await startFront(bench.service.url, (request, count) =>
    request.endsWith('/screenshots') && count > 1 ? { status: 422, body: { message: 'Not now.' } } : null,
  );
  try {
    const broken = await pull.act({ inputs: { ...images, 'service-url': front.url } });
    expect(broken.exitCode).toBe(1);
    expect(broken.log).toContain('The service refused the review (422): Not now.');
    expect(await pull.comments()).toEqual([]);
    const whole = await pull.act({ inputs: images, attempt: 2 });
    expect(whole.outputs['review-id']).toBe(broken.outputs['review-id']);
    expect((await pull.review(whole)).screenshots.map(({ label }) => label)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((index) => `shots/${index}`),
    );
  } finally {
    await front.close();
  }
});

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
