import { afterAll, beforeAll, expect, test } from 'vitest';
import { person } from '../../support/local-github/git.ts';
import { type Bench, type Pull, startBench } from './support/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const images = { images: 'shots/*.png' };

function comment(pull: Pull, body: string): Promise<Response> {
  return fetch(`${bench.github.apiUrl}/repos/${pull.repository}/issues/${pull.number}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
  });
}

test('named reviews that run at the same moment end in one comment with a row each', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const names = ['Checkout', 'Emails', 'Landing | page'];
  const runs = await Promise.all(names.map((name) => pull.act({ inputs: { ...images, name } })));
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  const [only, ...others] = await pull.comments();
  expect(others).toEqual([]);
  for (const run of runs) expect(only?.body).toContain(`](${run.outputs['review-url']})`);
});

test('a later run of one name keeps the rows of the others', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const emails = await pull.act({ inputs: { ...images, name: 'Emails' } });
  await pull.push();
  const checkout = await pull.act({ inputs: { ...images, name: 'Checkout' } });
  const [only, ...others] = await pull.comments();
  expect(others).toEqual([]);
  expect(only?.body).toContain(emails.outputs['review-url']);
  expect(only?.body).toContain(checkout.outputs['review-url']);
});

test('a comment of somebody else is left alone, even with the marker, and on a later page of the list', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  await comment(pull, '<!-- sightline -->\nI wrote this by hand.');
  for (let index = 0; index < 100; index += 1) await comment(pull, `Comment ${index}`);
  await pull.act({ inputs: images });
  const second = await pull.act({ inputs: { ...images, name: 'Other' } });
  const comments = await pull.comments();
  expect(comments).toHaveLength(102);
  expect(comments[0]?.body).toBe('<!-- sightline -->\nI wrote this by hand.');
  expect(comments[101]?.body).toContain(second.outputs['review-url']);
});

test('a public repository gets nothing until the link is wanted, and the job says why and how', async () => {
  const pull = await bench.openPull({ private: false });
  await pull.draw('shots/a.png', 'red');
  const left = await pull.creditsLeft();
  const silent = await pull.act({ inputs: images });
  expect(silent.exitCode).toBe(0);
  expect(silent.log).toMatch(/::warning::This repository is public, .* set "link: direct"/);
  expect(silent.summary).toContain('set "link: direct"');
  expect(silent.outputs).toEqual({ 'review-id': '', 'review-url': '', status: 'skipped', pass: '', reviews: '[]' });
  expect(await pull.comments()).toEqual([]);
  expect(await pull.creditsLeft()).toBe(left);

  const asked = await pull.act({ inputs: { ...images, link: 'direct' } });
  const [only] = await pull.comments();
  expect(only?.body).toContain(asked.outputs['review-url']);
  expect(only?.body).not.toContain('<img');

  await pull.act({ inputs: { ...images, link: 'direct', pictures: 'true' } });
  expect((await pull.comments())[0]?.body).toContain('<img');
});
