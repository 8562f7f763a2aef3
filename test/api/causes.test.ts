import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PageSources } from '../../server/contract/page-sources.ts';
import type { Review } from '../../server/contract/review.ts';
import { pageWith } from '../support/changed-pages.ts';
import { base64, decide, mark, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';

const service = await startService();

const commit = 'a'.repeat(40);
const shop = { repository: 'shop/web', name: 'visual', branch: 'main' };
const summary = 'background-color #4477aa → #aa4477 on button.pay';

test('a change since the base says why, to clients, on the review page and to the fixing agent', async () => {
  const client = await service.newClient();
  const labels = ['Cart', 'Checkout'];
  const pages = (colour: string) => Promise.all(labels.map((label) => pageWith(label, 'button.pay', colour)));
  await client.call('create_baseline', { ...shop, commit, images: await pages('#4477aa') });
  const made = await review(client, { images: await pages('#aa4477'), base: { ...shop, commits: [{ commit }] } });
  await expect.poll(async () => (await client.call('get_review', { id: made.id })).base?.compared).toBe(true);
  const reviewer = reviewerOf(made);
  const seen = (await reviewer.call('read_review', {})).review;
  expect(seen.screenshots.map(({ base_change: change }) => change?.areas.map(({ causes }) => causes))).toEqual(
    labels.map(() => [
      [
        {
          ...{ kind: 'style', summary, selector: 'button.pay', certainty: 'certain', elsewhere: false, text: null },
          styles: [{ property: 'background-color', from: '#4477aa', to: '#aa4477' }],
        },
      ],
    ]),
  );
  await reviewer.call('place_mark', mark());
  const { work_packets: packets } = await client.call('get_review', { id: made.id });
  expect(packets.pins[0]?.causes).toEqual([
    { summary, selector: 'button.pay', certainty: 'certain', since: 'base', screenshots: 2 },
  ]);
});

test('plain images say nothing of causes', async () => {
  const client = await service.newClient();
  const image = { image: await base64('#4477aa'), label: 'Home' };
  const first = await review(client, { images: [image] });
  const second = await review(client, { images: [{ ...image, image: await base64('#aa4477') }], parent_id: first.id });
  const [area, ...others] = second.screenshots[0]?.change?.areas ?? [];
  expect([area?.causes, others]).toEqual([[], []]);
});

test('what the marked element lacks is measured again in the next pass', async () => {
  const client = await service.newClient();
  const page = async (ink: string, ground: string) => [
    await pageWith('Cart', 'button.pay', ground, { color: ink, 'background-color': ground }),
  ];
  const first = await review(client, { images: await page('rgb(170, 170, 170)', 'rgb(255, 255, 255)') });
  const place = { x: 0.17, y: 0.25, width: 0.5, height: 0.3 };
  await reviewerOf(first).call('place_mark', mark({ ...place, body: 'Too pale' }));
  const asked = await client.call('get_review', { id: first.id });
  expect(asked.work_packets.pins[0]?.done_when).toEqual(['contrast ≥ 4.5 (now 2.32)']);
  await decide(asked, 'changes_requested');
  await client.call('resolve_marks', { id: first.id, marks: [{ id: 1, status: 'resolved' }] });
  const second = await review(client, {
    images: await page('rgb(0, 0, 0)', 'rgb(255, 255, 255)'),
    parent_id: first.id,
  });
  expect(second.marks[0]?.criteria).toEqual([{ rule: 'contrast ≥ 4.5', holds: true, now: '21.00' }]);
  expect(second.work_packets.pins).toEqual([]);
});

test('of the rules of a marked element, the one that sets what changed comes first', async () => {
  const client = await service.newClient();
  const sources = {
    ...{ files: ['src/type.css', 'src/colours.css'], names: ['font-size', 'background-color'], places: [] },
    rules: [
      { at: [0, 7, 1, 1], sets: [[0, 8]] },
      { at: [1, 3, 1, 1], sets: [[1, 4]] },
    ],
    ...{ lists: [[], [0, 1]], elements: [[1, 0]] },
  } satisfies PageSources;
  const page = async (colour: string) => [
    await pageWith('Cart', 'button.pay', colour, { 'background-color': colour }, { sources }),
  ];
  const codeIn = async (made: Review) => {
    await reviewerOf(made).call('place_mark', mark({ x: 0.17, y: 0.25, width: 0.5, height: 0.3 }));
    const { work_packets: packets } = await client.call('get_review', { id: made.id });
    return packets.pins[0]?.source_code.map(({ file, line }) => `${file}:${line}`);
  };
  const first = await review(client, { images: await page('#4477aa') });
  const second = await review(client, { images: await page('#aa4477'), parent_id: first.id });
  expect((await codeIn(second))?.at(0)).toBe('src/colours.css:4');
});

test('a pass is compared and marked although a file of elements is damaged; why it changed is then unknown', async () => {
  const client = await service.newClient();
  const first = await review(client, { images: [await pageWith('Cart', 'button.pay', '#4477aa')] });
  const files = await readdir(join(service.dataDir, 'shots', client.workspaceId), { recursive: true });
  const file = files.find((name) => name.includes('elements')) ?? '';
  const path = join(service.dataDir, 'shots', client.workspaceId, file);
  await writeFile(path, (await readFile(path)).subarray(0, 40));

  await reviewerOf(first).call('place_mark', mark());
  expect((await client.call('get_review', { id: first.id })).marks[0]).toMatchObject({ id: 1, element: null });
  const images = [await pageWith('Cart', 'button.pay', '#aa4477')];
  const second = await review(client, { images, parent_id: first.id });
  const [area] = second.screenshots[0]?.change?.areas ?? [];
  expect(area).toMatchObject({ kind: 'changed', causes: [] });
  expect((await fetch(first.screenshots[0]?.elements_url ?? '')).status).toBe(404);
  expect(service.logged()).toContain('a file of elements is damaged');
  expect(service.logged()).not.toContain('"level":50');
});
