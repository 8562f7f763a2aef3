import { describe, expect, test } from 'vitest';
import { fetchingMail } from '../support/emails/hostile.ts';
import { mails } from '../support/emails/mails.ts';
import { mark, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { allowed, coloursAt, showEmail, startMailFiles } from './support/emails.ts';
import { refusal } from './support/rest-and-mcp.ts';

const files = await startMailFiles();

const service = await startService(allowed);

describe('an email', () => {
  test('is one screenshot at the width of a mail client, with its remote images', async () => {
    const caller = await service.newClient();
    const { credits } = await caller.call('get_billing', {});
    const done = await showEmail(caller, mails(files.url).newsletter ?? '');
    expect(done).toMatchObject({ status: 'open', problems: [], page_url: null });
    expect(done.screenshots).toMatchObject([
      { label: 'Email', width: 1360, viewport: { name: 'email', width: 680, height: 900, scale: 2 }, page_url: null },
    ]);
    const colour = await coloursAt(done.screenshots[0]?.url);
    expect([colour(60, 30), colour(60, 183), colour(20, 500)]).toEqual(['#806020', '#00aa00', '#eeeeee']);
    expect((await caller.call('get_billing', {})).credits.left).toBe((credits.left ?? 0) - 1);
  });

  test('gives a mark the element under it', async () => {
    const caller = await service.newClient();
    const html =
      '<body style="margin:0"><a id="cta" href="https://a.example/x" style="display:block;height:300px">Buy</a>';
    const done = await showEmail(caller, html);
    const placed = mark({ x: 0.1, y: 0.05, width: 0.2, height: 0.05 });
    await reviewerOf(done).call('place_mark', placed);
    const { marks } = await caller.call('get_review', { id: done.id });
    expect(marks[0]?.element).toMatchObject({ tag: 'a', role: 'link', text: 'Buy', accessible_name: 'Buy' });
    expect(marks[0]?.element?.selectors).toContainEqual({ selector: '#cta', matches: 1 });
    expect(marks[0]?.element?.box).toEqual({ x: 0, y: 0, width: 680, height: 300 });
  });

  test('runs no script, does not navigate, and reports both with its screenshot', async () => {
    const caller = await service.newClient();
    const before = files.received.length;
    const run = `new Image().src='${files.url}/ran'`;
    const html = `<meta http-equiv=refresh content="0;url=${files.url}/left"><body onload="${run}" bgcolor="#00ff00">
      <script>${run}</script><img src="x:" onerror="${run}"><img src="cid:logo"><img src="${files.url}/logo.png"></body>`;
    const done = await showEmail(caller, html);
    expect((await coloursAt(done.screenshots[0]?.url))(600, 600)).toBe('#00ff00');
    expect(files.received.slice(before).map(({ path }) => path)).toEqual(['/logo.png']);
    const notices = done.screenshots[0]?.notices.join('\n') ?? '';
    expect(notices).toContain('Scripts do not run in email and were left out.');
    expect(notices).toContain('1 image is an attachment (cid:) and cannot be shown.');
    expect(notices).toContain('wants to lead elsewhere by itself');
  });

  test('is refused with 413 when too large and with 422 when blank, and costs nothing', async () => {
    const caller = await service.newClient();
    const { credits } = await caller.call('get_billing', {});
    const send = (html: string) => refusal(caller.call('create_review', { title: 'A mail', html }));
    expect(await send('x'.repeat(200_001))).toMatchObject({ status: 413, body: { error: 'too_large' } });
    expect(await send(' \r\n\t')).toMatchObject({ status: 422, body: { errors: [{ path: 'html' }] } });
    expect((await caller.call('get_billing', {})).credits.left).toBe(credits.left);
  });
});

const other = await startService();

describe('an email of a service that allows no private addresses', () => {
  test('reaches none of them with any request that it causes', async () => {
    const caller = await other.newClient();
    const before = files.received.length;
    const { port } = new URL(files.url);
    const reach = async (host: string) => {
      const done = await showEmail(caller, fetchingMail(`http://${host}:${port}`));
      expect(done.status).toBe('open');
      expect(done.screenshots[0]?.notices.join('\n')).toContain(`${host}:${port}/attributed (not a public address)`);
    };
    await Promise.all(['127.0.0.1', 'localhost'].map(reach));
    expect(files.received.slice(before)).toEqual([]);
  });
});
