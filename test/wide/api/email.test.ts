import { describe, expect, test } from 'vitest';
import { allowed, coloursAt, showEmail, startMailFiles } from '../../api/support/emails.ts';
import { fetchingMail } from '../../support/emails/hostile.ts';
import { mails } from '../../support/emails/mails.ts';
import { startService } from '../../support/service.ts';

const files = await startMailFiles();

const service = await startService(allowed);

describe('an email', () => {
  test('that supports dark mode has two screenshots', async () => {
    const caller = await service.newClient();
    const done = await showEmail(caller, mails(files.url)['dark-mode aware'] ?? '');
    expect(done.screenshots.map(({ label }) => label)).toEqual(['Email', 'Email · dark']);
    const [light, dark] = await Promise.all(done.screenshots.map(({ url }) => coloursAt(url)));
    expect([light?.(10, 10), light?.(200, 90)]).toEqual(['#ffffff', '#3869d4']);
    expect([dark?.(10, 10), dark?.(200, 90)]).toEqual(['#101418', '#ffcc00']);
  });

  test('makes all of its allowed requests when its host is allowed', async () => {
    const caller = await service.newClient();
    const before = files.received.length;
    await showEmail(caller, fetchingMail(files.url));
    const ways = new Set(files.received.slice(before).map(({ path }) => path));
    for (const way of ['/img', '/srcset', '/style', '/import', '/font', '/background', '/input', '/poster']) {
      expect(ways).toContain(way);
    }
    for (const way of ['/refresh', '/iframe', '/form', '/script', '/prefetch', '/video', '/object', '/report']) {
      expect(ways).not.toContain(way);
    }
  });

  test('that is not an email fails with a reason, and its credits are refunded', async () => {
    const caller = await service.newClient();
    const { credits } = await caller.call('get_billing', {});
    const done = await showEmail(caller, 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>Hello');
    expect(done).toMatchObject({ status: 'failed', next_action: { action: 'fix_source_and_retry' }, screenshots: [] });
    expect(done.next_action.summary).toContain('This is a whole message with its headers: send only its HTML part');
    expect((await caller.call('get_billing', {})).credits.left).toBe(credits.left);
  });
});
