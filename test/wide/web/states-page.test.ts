import { expect, test } from 'vitest';
import { mark, png, review, reviewerOf } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { findingsInBothThemes } from '../../web/support/axe.ts';
import { launchBrowser, openPage } from '../../web/support/browser.ts';

const [service, browser] = await Promise.all([startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' }), launchBrowser()]);

test('forced colours mark the current screenshot', async () => {
  const client = await service.newClient();
  const image = (await png()).toString('base64');
  const images = ['One', 'Two'].map((label) => ({ image, label }));
  const { page } = await openPage(browser, (await review(client, { images })).review_url);
  await page.emulateMedia({ forcedColors: 'active' });
  const outline = (name: string) =>
    page.getByRole('button', { name }).evaluate((shot) => getComputedStyle(shot).outlineStyle);
  await expect.poll(() => outline('One')).toBe('solid');
  expect(await outline('Two')).toBe('none');
  await page.context().close();
});

test('forced colours leave a mark the colours that stand out on any screenshot', async () => {
  const made = await review(await service.newClient());
  await reviewerOf(made).call('place_mark', mark({ must_fix: true }));
  const { page } = await openPage(browser, made.review_url);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  const style = await page.locator('.outline').evaluate((box) => {
    const { borderColor, boxShadow } = getComputedStyle(box);
    return { borderColor, boxShadow };
  });
  expect(style).toEqual({ borderColor: 'rgb(192, 38, 38)', boxShadow: expect.stringContaining('255, 255, 255') });
  await page.context().close();
});

test.each([0.42, 0.5])('the buttons of a mark at %f of a small phone’s width are on its screen', async (x) => {
  const images = [{ image: (await png('#4477aa', 640, 900)).toString('base64'), label: 'Home' }];
  const made = await review(await service.newClient(), { images });
  await reviewerOf(made).call('place_mark', mark({ kind: 'point', x, width: undefined, height: undefined }));
  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  await page.goto(made.review_url);
  await page.getByRole('button', { name: /^Mark 1, / }).tap();
  const buttons = page.getByRole('toolbar', { name: 'Actions for mark 1' }).getByRole('button');
  const [first, last] = [await buttons.first().boundingBox(), await buttons.last().boundingBox()];
  expect(first?.x).toBeGreaterThanOrEqual(0);
  expect((last?.x ?? 999) + (last?.width ?? 0)).toBeLessThanOrEqual(320);
  await page.close();
});

test('more contrast draws lines and quiet texts stronger, in light and dark', async () => {
  const { page } = await openPage(browser, (await review(await service.newClient())).review_url);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ contrast: 'more', colorScheme });
    const shown = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return ['--line', '--line-strong', '--text-2', '--text'].map((name) => style.getPropertyValue(name));
    });
    expect([shown[0], shown[2]]).toEqual([shown[1], shown[3]]);
  }
  await page.context().close();
});

test('each line has its own direction, and what follows a text from right to left stays behind it', async () => {
  const image = (await png()).toString('base64');
  const images = ['دفع', 'Two'].map((label) => ({ image, label }));
  const made = await review(await service.newClient(), { images, context: 'الزر باهت\nIs it 4.5:1?' });
  await reviewerOf(made).call('place_mark', mark({ author: 'עדי' }));
  const { page } = await openPage(browser, made.review_url);
  const gap = await page.locator('.context').evaluate((text) => {
    const line = document.createRange();
    line.setStart(text.firstChild as Text, text.textContent.indexOf('Is it'));
    line.setEnd(text.firstChild as Text, text.textContent.length);
    return line.getBoundingClientRect().x - text.getBoundingClientRect().x;
  });
  expect(gap).toBeLessThan(20);
  const facts = page.locator('.mark-row .facts-line > span');
  await expect.poll(() => facts.allTextContents()).toEqual(['دفع', 'עדי']);
  const [left, right] = await facts.evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect()));
  // The separator is between the two.
  expect((right?.left ?? 0) - (left?.right ?? 0)).toBeGreaterThan(8);
  await page.context().close();
});

test('a transparent screenshot is shown on a checkerboard once it has loaded', async () => {
  const client = await service.newClient();
  const { page } = await openPage(browser, (await review(client)).review_url);
  const ground = () => page.locator('img.shot-image').evaluate((image) => getComputedStyle(image).backgroundImage);
  await expect.poll(ground).toContain('conic-gradient');
  await page.context().close();
});

test('a review that is prepared, has no screenshot, or was deleted has no serious finding in light or dark', async () => {
  // Without a worker a review stays in preparation while axe runs.
  const waiting = await startService({ ROLE: 'web' });
  const images = [{ image: 'https://example.com/one.png', label: 'one' }];
  const coming = await (await waiting.newClient()).call('create_review', { title: 'Coming', images });
  const { page } = await openPage(browser, coming.review_url);
  await page.getByRole('heading', { name: 'Fetching images' }).waitFor();
  expect(await findingsInBothThemes(page)).toEqual([]);

  const client = await service.newClient();
  // No server listens at this port.
  const never = [{ image: 'http://127.0.0.1:9/never.png', label: 'Never' }];
  const failed = await client.call('create_review', { title: 'Never', images: never });
  await page.goto(failed.review_url);
  await page.getByRole('heading', { name: 'No screenshot could be made' }).waitFor();
  expect(await findingsInBothThemes(page)).toEqual([]);

  const deleted = await review(client);
  await page.goto(deleted.review_url);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await client.call('delete_review', { id: deleted.id });
  await page.getByText('This review was deleted.').waitFor();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'There is no review at this address' }).waitFor();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.context().close();
});
