import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../api/support/receiver.ts';
import { describeRestAndMcp } from '../../api/support/rest-and-mcp.ts';
import { fetchingMail } from '../../support/emails/hostile.ts';
import { mails } from '../../support/emails/mails.ts';
import { mailFiles } from '../../support/emails/show.ts';
import type { Caller } from '../../support/factories.ts';

let files: Receiver;
beforeAll(async () => {
  files = await startReceiver();
  const known = new Map(Object.entries(await mailFiles()));
  files.answerWith(({ path }) => {
    const file = known.get(path.split('?')[0] as '/logo.png');
    if (file === undefined) return 404;
    return { type: file.headers['content-type'], body: Buffer.from(file.body) };
  });
});
afterAll(() => files.close());

async function finished(caller: Caller, id: string) {
  await expect
    .poll(async () => (await caller.call('get_review', { id })).status, { timeout: 60_000, interval: 250 })
    .not.toBe('preparing');
  return caller.call('get_review', { id });
}

async function show(caller: Caller, html: string) {
  const made = await caller.call('create_review', { title: 'A mail', type: 'email', html });
  expect(made).toMatchObject({ status: 'preparing', source: 'html' });
  return finished(caller, made.id);
}

/** Colours of a screenshot at CSS pixels. */
async function coloursOf(url: string | undefined) {
  const image = Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => {
    const at = (y * 2 * info.width + x * 2) * info.channels;
    return `#${Buffer.from(data.subarray(at, at + 3)).toString('hex')}`;
  };
}

const allowed = { OUTBOUND_ALLOW: 'capture=127.0.0.0/8', MAX_HTML_MB: '0.2' };
describeRestAndMcp('an email', allowed, (api) => {
  test('that knows the dark is two screenshots', async () => {
    const caller = await api().newCaller();
    const done = await show(caller, mails(files.url)['dark-mode aware'] ?? '');
    expect(done.screenshots.map(({ label }) => label)).toEqual(['Email', 'Email · dark']);
    const [light, dark] = await Promise.all(done.screenshots.map(({ url }) => coloursOf(url)));
    expect([light?.(10, 10), light?.(200, 90)]).toEqual(['#ffffff', '#3869d4']);
    expect([dark?.(10, 10), dark?.(200, 90)]).toEqual(['#101418', '#ffcc00']);
  });

  test('uses every way out that it may use, when the place is allowed', async () => {
    const caller = await api().newCaller();
    const before = files.received.length;
    await show(caller, fetchingMail(files.url));
    const ways = new Set(files.received.slice(before).map(({ path }) => path));
    for (const way of ['/img', '/srcset', '/style', '/import', '/font', '/background', '/input', '/poster']) {
      expect(ways).toContain(way);
    }
    for (const way of ['/refresh', '/iframe', '/form', '/script', '/prefetch', '/video', '/object', '/report']) {
      expect(ways).not.toContain(way);
    }
  });

  test('that is none fails in words, and gives the credits back', async () => {
    const caller = await api().newCaller();
    const { credits } = await caller.call('get_billing', {});
    const done = await show(caller, 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>Hello');
    expect(done).toMatchObject({ status: 'failed', next_action: { action: 'fix_source_and_retry' }, screenshots: [] });
    expect(done.next_action.summary).toContain('This is a whole message with its headers: send only its HTML part');
    expect((await caller.call('get_billing', {})).credits.left).toBe(credits.left);
  });
});
