import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Element } from '../../../../server/contract/element.ts';
import type { Review } from '../../../../server/contract/review.ts';
import { runAgent } from '../../../demo/agent/fix.ts';
import { declined } from '../../../demo/agent/rules.ts';
import { buildSite, serveSite } from '../../../demo/agent/serve-site.ts';
import { startService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let built: string;

const folder = await temporaryFolder('agent-');
built = join(folder, 'first');
await cp(join(import.meta.dirname, '../../../demo/site'), join(folder, 'site'), { recursive: true });
await buildSite(join(folder, 'site'), built);
const preview = await serveSite(() => built);
const service = await startService({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' });

test('the agent reads the marks over MCP, fixes the site, reports, and opens the next pass', async () => {
  const client = await service.newClient();
  const settled = async (id: string): Promise<Review> => {
    const review = await client.call('get_review', { id });
    return review.status === 'preparing' ? settled(id) : review;
  };
  const created = await client.call('create_review', {
    title: 'Website',
    capture_url: true,
    page_url: `${preview.url}/`,
    revision: 'a'.repeat(40),
  });
  await client.call('add_screenshot', { id: created.id, capture_url: true, page_url: `${preview.url}/pricing/` });
  const first = await settled(created.id);
  const reviewer = service.byLink(first.review_url);
  const pin = async (label: string, html: string, body: string) => {
    const shot = first.screenshots.find((each) => each.label === label);
    const { elements } = (await (await fetch(shot?.elements_url ?? '')).json()) as { elements: Element[] };
    const box = elements.find((element) => element.outer_html.startsWith(html))?.box;
    if (shot === undefined || box === undefined) throw new Error(`${html} is not on ${label}`);
    const scale = shot.viewport?.scale ?? 1;
    await reviewer.call('place_mark', {
      screenshot_index: shot.index,
      kind: 'point',
      x: ((box.x + box.width - 20) * scale) / shot.width,
      y: ((box.y + 12) * scale) / shot.height,
      body,
      must_fix: true,
      client_mark_id: `mark-${label}-${body.length}`,
    });
  };
  await pin('/ · desktop', '<a class="button button-primary"', 'I can hardly read this button.');
  await pin(
    '/pricing/ · mobile',
    '<article class="plan plan-featured"',
    'The highlighted plan is wider than my phone.',
  );
  await pin('/ · mobile', '<p class="lead"', 'This is hard to read, like the button.');
  await reviewer.call('decide', { outcome: 'changes_requested', after_decision: 0 });

  const result = await runAgent({
    serviceUrl: service.url,
    token: client.token,
    reviewId: first.id,
    siteDir: join(folder, 'site'),
    openPass: true,
    async publish() {
      const next = join(folder, 'second');
      await buildSite(join(folder, 'site'), next);
      built = next;
      return { revision: 'b'.repeat(40), pages: [`${preview.url}/`, `${preview.url}/pricing/`] };
    },
  });

  expect([...result.fixed.keys()]).toEqual([1, 2]);
  expect([...result.declined]).toEqual([[3, declined]]);
  const css = await readFile(join(folder, 'site/styles/site.css'), 'utf8');
  expect(css).toContain('background: #a84f26;');
  expect(css).not.toContain('460px');

  const second = await settled(result.nextReview?.id ?? '');
  expect(second).toMatchObject({ pass: 2, parent_id: first.id, revision: 'b'.repeat(40), status: 'open' });
  expect(second.marks.map(({ id, status, change }) => [id, status, change?.kind])).toEqual([
    [1, 'resolved', 'changed'],
    [2, 'resolved', 'changed'],
    [3, 'open', 'identical'],
  ]);
  expect(second.marks[2]?.note).toBe(null);
  const changed = second.screenshots.filter((shot) => shot.change?.kind === 'changed').map(({ label }) => label);
  expect(changed.sort()).toEqual(['/ · desktop', '/ · mobile', '/pricing/ · mobile']);
});

test('a mark that the agent declines stays open, and nothing is published', async () => {
  const client = await service.newClient();
  const image = `data:image/png;base64,${(
    await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
  ).toString('base64')}`;
  const created = await client.call('create_review', { title: 'Plain', images: [image] });
  const reviewer = service.byLink(created.review_url);
  await reviewer.call('place_mark', {
    screenshot_index: 0,
    kind: 'point',
    x: 0.5,
    y: 0.5,
    body: 'This button is too pale',
    must_fix: false,
    client_mark_id: 'mark-plain',
  });
  await reviewer.call('decide', { outcome: 'changes_requested', after_decision: 0 });
  const publish = async () => Promise.reject(new Error('must not publish'));
  const options = { serviceUrl: service.url, token: client.token, reviewId: created.id, siteDir: folder, publish };
  for (let time = 1; time <= 2; time += 1) {
    const result = await runAgent({ ...options, openPass: true });
    expect(result).toEqual({ fixed: new Map(), declined: new Map([[1, declined]]), nextReview: null });
  }
  const { marks } = await client.call('get_review', { id: created.id });
  expect(marks).toMatchObject([{ status: 'open', note: null }]);
});

test('a wrong token is refused at the first call', async () => {
  const nothing = async () => Promise.reject(new Error('must not publish'));
  await expect(
    runAgent({
      serviceUrl: service.url,
      token: 'slt_wrong',
      reviewId: '0'.repeat(26),
      siteDir: folder,
      openPass: false,
      publish: nothing,
    }),
  ).rejects.toThrow('Unauthorized');
});
