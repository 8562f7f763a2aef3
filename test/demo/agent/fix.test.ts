import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Review } from '../../../server/contract/review.ts';
import { startService, type TestService } from '../../support/service.ts';
import { runAgent } from './fix.ts';
import { buildSite, serveSite } from './serve-site.ts';

let service: TestService;
let folder: string;
let built: string;
let preview: Awaited<ReturnType<typeof serveSite>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-'));
  built = join(folder, 'first');
  await cp(join(import.meta.dirname, '../site'), join(folder, 'site'), { recursive: true });
  await buildSite(join(folder, 'site'), built);
  preview = await serveSite(() => built);
  service = await startService({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' });
});
afterAll(async () => {
  await Promise.all([service.close(), preview.close()]);
  await rm(folder, { recursive: true, force: true });
});

test('the agent reads the pins over MCP, fixes the site, reports, and opens the next pass', async () => {
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
  const pin = (label: string, body: string) =>
    reviewer.call('place_mark', {
      screenshot_index: first.screenshots.findIndex((shot) => shot.label === label),
      kind: 'point',
      x: 0.2,
      y: 0.2,
      body,
      must_fix: true,
      client_mark_id: `mark-${label}-${body.length}`,
    });
  await pin('/ · desktop', 'I can hardly read this button.');
  await pin('/pricing/ · mobile', 'The Household card is wider than my phone.');
  await pin('/ · mobile', 'Could this feel warmer?');
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

  expect(result.fixed).toEqual([1, 2]);
  expect(result.unclear).toEqual([3]);
  const css = await readFile(join(folder, 'site/styles/site.css'), 'utf8');
  expect(css).toContain('background: #a84f26;');
  expect(css).not.toContain('460px');

  const second = await settled(result.nextReview?.id ?? '');
  expect(second).toMatchObject({ pass: 2, parent_id: first.id, revision: 'b'.repeat(40), status: 'open' });
  expect(second.marks.map(({ id, status }) => [id, status])).toEqual([
    [1, 'resolved'],
    [2, 'resolved'],
    [3, 'in_progress'],
  ]);
  const changed = second.screenshots.filter((shot) => shot.change?.kind === 'changed').map(({ label }) => label);
  expect(changed.sort()).toEqual(['/ · desktop', '/ · mobile', '/pricing/ · mobile']);
});

test('a wrong token gets no further than the door', async () => {
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
