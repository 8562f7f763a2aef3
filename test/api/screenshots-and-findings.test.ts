import { describe, expect, test } from 'vitest';
import type { Input } from '../../server/contract/client.ts';
import { base64, dataUrl, png, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { startReceiver } from './support/receiver.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

const imageServer = await startReceiver();
imageServer.answerWith(async ({ path }) =>
  path === '/home.png' ? { type: 'image/png', body: await png('#00ffff') } : 404,
);

const service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8', MAX_IMAGE_MB: '0.1' });

describe('adding', () => {
  test('add_screenshot appends a screenshot, in every form', async () => {
    const caller = await service.newClient();
    const { id } = await review(caller);
    const viewport = { name: 'mobile', width: 390, height: 844, scale: 2 };
    const page_url = 'https://example.com/about';
    await caller.call('add_screenshot', { id, image: await base64('#ff0000'), label: 'About', page_url, viewport });
    const third = await caller.call('add_screenshot', { id, image: await dataUrl('#00ff00') });
    expect(third.screenshots.map(({ index, label }) => [index, label])).toEqual([
      [0, 'Home'],
      [1, 'About'],
      [2, 'Screenshot 3'],
    ]);
    expect(third.screenshots[1]).toMatchObject({ viewport, page_url });
    await caller.call('add_screenshot', { id, image: `${imageServer.url}/home.png` });
    const count = async () => (await caller.call('get_review', { id })).screenshots.length;
    await expect.poll(count).toBe(4);
    const now = await caller.call('get_review', { id });
    expect(now).toMatchObject({ status: 'open', source: 'images', problems: [] });
    expect(now.screenshots[3]).toMatchObject({ index: 3, label: 'Screenshot 4' });
  });

  test('a screenshot that cannot be fetched only adds a problem to an open review', async () => {
    const caller = await service.newClient();
    const { id } = await review(caller);
    await caller.call('add_screenshot', { id, image: `${imageServer.url}/missing.png`, label: 'Missing' });
    const problems = async () => (await caller.call('get_review', { id })).problems;
    await expect.poll(problems).toEqual([{ label: 'Missing', message: 'The image’s address answered 404.' }]);
    expect((await caller.call('get_review', { id })).status).toBe('open');
  });

  const refusedShots: [string, Omit<Input<'add_screenshot'>, 'id'>, number, string | undefined][] = [
    ['nothing', {}, 422, 'image'],
    ['an image and a page', { image: 'AAAA', capture_url: true, page_url: 'https://example.com/' }, 422, 'image'],
    ['an image that is none', { image: 'AAAA' }, 422, 'image'],
    ['a private image', { image: 'https://10.0.0.1/' }, 422, 'image'],
    ['a private page', { capture_url: true, page_url: 'https://10.0.0.1/' }, 422, 'page_url'],
    ['an image too large', { image: Buffer.alloc(100_001).toString('base64') }, 413, undefined],
  ];
  test.each(refusedShots)('%s is refused as a screenshot', async (_, fields, code, path) => {
    const caller = await service.newClient();
    const { id } = await review(caller);
    const { status, body } = await refusal(caller.call('add_screenshot', { id, ...fields }));
    expect([status, body.errors?.[0]?.path]).toEqual([code, path]);
    expect((await caller.call('get_review', { id })).screenshots).toHaveLength(1);
  });

  test('a review holds up to 1,000 screenshots, requested or made', async () => {
    const caller = await service.newClient();
    const { id } = await review(caller);
    await sql(service, 'UPDATE shot SET position = 998 WHERE review_id = $1', [id]);
    const image = await base64('#00ff00');
    const held = await caller.call('add_screenshot', { id, image });
    expect(held.screenshots.map(({ index }) => index)).toEqual([998, 999]);
    for (const more of [image, `${imageServer.url}/home.png`]) {
      const { status, body } = await refusal(caller.call('add_screenshot', { id, image: more }));
      expect([status, body.error]).toEqual([422, 'invalid_state']);
      expect(body.message).toContain('1,000');
    }
  });

  test('findings are numbered and keep their fields', async () => {
    const caller = await service.newClient();
    const { id } = await review(caller);
    const area = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
    await caller.call('add_findings', { id, findings: [{ body: 'Look at the button' }] });
    const now = await caller.call('add_findings', {
      id,
      findings: [{ body: 'Too pale', severity: 'a11y', screenshot_index: 0, area }],
    });
    const none = {
      severity: null,
      screenshot_index: null,
      area: null,
      related_pin: null,
      source: 'client',
      rule: null,
      found_by: null,
      status: 'shown',
      mark_id: null,
    };
    expect(now.findings).toEqual([
      { ...none, id: 1, body: 'Look at the button' },
      { ...none, id: 2, body: 'Too pale', severity: 'a11y', screenshot_index: 0, area },
    ]);
    expect(now).toMatchObject({ status: 'open', marks: [], work_packets: { pins: [] } });
  });

  const refusedHints: [string, object[], string][] = [
    ['none', [], 'findings'],
    ['21', Array(21).fill({ body: 'x' }), 'findings'],
    ['one without words', [{ body: 'x' }, { body: '' }], 'findings[1].body'],
    [
      'one on a screenshot that is not there',
      [{ body: 'x' }, { body: 'x', screenshot_index: 1 }],
      'findings[1].screenshot_index',
    ],
    ['one on a screenshot beyond counting', [{ body: 'x', screenshot_index: 2 ** 40 }], 'findings[0].screenshot_index'],
    ['one of a mark that is not there', [{ body: 'x', related_pin: 3 }], 'findings[0].related_pin'],
  ];
  test.each(refusedHints)('findings with %s are refused, and none is added', async (_, findings, path) => {
    const caller = await service.newClient();
    const { id } = await review(caller);
    const { status, body } = await refusal(caller.call('add_findings', { id, findings: findings as never }));
    expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
    expect((await caller.call('get_review', { id })).findings).toEqual([]);
  });

  test('an area is on the only screenshot, or names one of several', async () => {
    const caller = await service.newClient();
    const area = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
    const one = await review(caller);
    const made = await caller.call('add_findings', { id: one.id, findings: [{ body: 'x', area }] });
    expect(made.findings).toMatchObject([{ screenshot_index: 0, area }]);
    const two = await review(caller, { images: [await base64(), await base64('#00ff00')] });
    const { status, body } = await refusal(
      caller.call('add_findings', { id: two.id, findings: [{ body: 'x', area }] }),
    );
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'findings[0].screenshot_index']);
  });

  test('twenty findings at once are accepted, also while the screenshots are made', async () => {
    const caller = await service.newClient();
    const { id } = await review(caller, { images: [`${imageServer.url}/home.png`] });
    const findings = Array.from({ length: 20 }, (_, at) => ({ body: `Hint ${at}`, screenshot_index: 0 }));
    expect((await caller.call('add_findings', { id, findings })).findings).toHaveLength(20);
    const beyond = caller.call('add_findings', { id, findings: [{ body: 'x', screenshot_index: 2 ** 40 }] });
    expect((await refusal(beyond)).status).toBe(422);
  });
});
