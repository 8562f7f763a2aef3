import { describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { intercept, launchBrowser, openPage } from '../../web/support/browser.ts';
import {
  another,
  bodiesOf,
  kept,
  marksOf,
  newReview,
  open,
  point,
  takenBy,
  worksOffline,
} from '../../web/support/nothing-lost.ts';
import { marker, stage, toastAtLast, toastWith, words, write } from '../../web/support/review-page.ts';

const [service, browser] = await Promise.all([startService(), launchBrowser()]);

describe('offline', () => {
  test('two changes of one mark do not conflict with each other', async () => {
    const { client, id, url } = await newReview(service, ['One']);
    const { page } = await open(browser, url);
    await page.context().setOffline(true);
    for (const text of ['Two', 'Three']) {
      await page.getByRole('button', { name: 'Show mark 1' }).click();
      await page.keyboard.press('w');
      await words(page).fill(text);
      await page.keyboard.press('Control+Enter');
      await words(page).waitFor({ state: 'detached' });
    }
    const at = await page
      .getByRole('button', { name: /^Mark 1, |: Three$/ })
      .first()
      .boundingBox();
    expect(at).not.toBeNull();
    await page.context().setOffline(false);
    await expect.poll(() => bodiesOf(client, id)).toEqual(['Three']);
    await expect.poll(() => kept(page)).toBe(0);
    await page.context().close();
  });

  test('waiting changes are sent when the page is opened again, and once by two tabs', async () => {
    const { client, id, url } = await newReview(service);
    const { page } = await open(browser, url);
    const context = page.context();
    const taken = takenBy(context);
    await context.setOffline(true);
    await write(page, { x: 200, y: 160 }, 'Closed on a train');
    await page.keyboard.press('Control+Enter');
    await toastWith(page, '1 change not sent yet.').waitFor();
    await page.close();
    await context.setOffline(false);
    const [one, two] = await Promise.all([another(context, url), another(context, url)]);
    for (const tab of [one, two]) await marker(tab, 1).waitFor();
    await expect.poll(() => kept(one)).toBe(0);
    expect(taken).toEqual(['POST marks']);

    await context.setOffline(true);
    await write(one, { x: 200, y: 260 }, 'From one of two');
    await one.keyboard.press('Control+Enter');
    await toastWith(two, '1 change not sent yet.').waitFor();
    await context.setOffline(false);
    for (const tab of [one, two]) await marker(tab, 2).waitFor();
    await expect.poll(() => kept(one)).toBe(0);
    expect(taken).toEqual(['POST marks', 'POST marks']);
    expect(await bodiesOf(client, id)).toEqual(['Closed on a train', 'From one of two']);
    await context.close();
  });

  test('a lost answer makes nothing twice, and later text is not lost', async () => {
    const { client, id, url } = await newReview(service);
    const { page } = await open(browser, url);
    let received = 0;
    let cut = true;
    await intercept(page, '**/marks', async (route) => {
      if (!cut) return route.continue();
      if (received === 0) await route.fetch();
      received += 1;
      return route.abort();
    });
    await write(page, { x: 200, y: 160 }, 'Heard but not answered');
    await page.keyboard.press('Control+Enter');
    // Its row stays; a toast may be replaced at once.
    await page.getByText('Saved on this device').first().waitFor();
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await words(page).fill('Said better');
    cut = false;
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => bodiesOf(client, id)).toEqual(['Said better']);
    await expect.poll(() => kept(page)).toBe(0);
    expect(received).toBeGreaterThan(0);
    await page.context().close();
  });

  test('text refused later stays as a draft, with what happened', async () => {
    const { client, id, url, link } = await newReview(service);
    const { page } = await open(browser, url);
    await page.clock.install();
    await page.context().setOffline(true);
    await write(page, { x: 200, y: 160 }, 'Too late');
    await page.keyboard.press('Control+Enter');
    await toastAtLast(page, '1 change not sent yet.');
    await link.call('decide', { outcome: 'approved', name: 'Bo', after_decision: 0 });
    await page.context().setOffline(false);
    await toastWith(page, /^It was not accepted: .* Your text is saved as a draft/).waitFor();
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await expect.poll(() => words(page).inputValue()).toBe('Too late');
    expect(await bodiesOf(client, id)).toEqual([]);
    await page.context().close();
  });

  test('changes for which the service was busy are sent by themselves later', async () => {
    const { client, id, url } = await newReview(service);
    const { page } = await open(browser, url);
    let refused = 0;
    await intercept(page, '**/marks', (route) => {
      if (refused > 0) return route.continue();
      refused += 1;
      return route.fulfill({ status: 429, json: { error: 'rate_limited', message: 'Too many.', retry_after: 2 } });
    });
    await write(page, { x: 200, y: 160 }, 'One of many');
    // The message is shown only for those two seconds, so a later look may miss it.
    const said = toastWith(
      page,
      /^Too many changes at once\. Saved on this device — it goes by itself in 2 seconds\./,
    ).waitFor();
    await Promise.all([said, page.keyboard.press('Control+Enter')]);
    await marker(page, 1).waitFor();
    expect(refused).toBe(1);
    expect(await bodiesOf(client, id)).toEqual(['One of many']);
    await page.context().close();
  });
});

describe('typed text', () => {
  test('lasts as long as the page where the browser stores nothing, and the page says so', async () => {
    const { client, id, url } = await newReview(service);
    const { page } = await openPage(browser, 'about:blank');
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.goto(url);
    await worksOffline(page);
    await page.clock.install();
    await page.context().setOffline(true);
    await write(page, { x: 200, y: 160 }, 'Nowhere to keep it');
    await page.keyboard.press('Control+Enter');
    await toastAtLast(page, 'This browser saves nothing: keep this page open.');
    await page.context().setOffline(false);
    await marker(page, 1).waitFor();
    expect(await bodiesOf(client, id)).toEqual(['Nowhere to keep it']);
    await page.context().close();
  });

  test('survives the mark that it is about, and can become a new one', async () => {
    const { client, id, url, link } = await newReview(service, ['Too pale']);
    const { page } = await open(browser, url);
    await page.getByRole('button', { name: 'Show mark 1' }).click();
    await page.keyboard.press('w');
    await words(page).fill('Far too pale');
    await link.call('withdraw_mark', { mark_id: 1 });
    await page.getByText('Somebody deleted this mark meanwhile. Your text is saved.').waitFor();
    await expect.poll(() => words(page).inputValue()).toBe('Far too pale');
    await page.getByRole('button', { name: 'Make a new mark' }).click();
    await page.keyboard.press('Control+Enter');
    await marker(page, 2).waitFor();
    expect((await marksOf(client, id)).map(({ body, status }) => [body, status])).toEqual([
      ['Too pale', 'withdrawn'],
      ['Far too pale', 'open'],
    ]);
    await expect.poll(() => kept(page)).toBe(0);
    await page.context().close();
  });

  test('is saved without a question while the mark is only reported fixed meanwhile', async () => {
    const { client, id, url, link } = await newReview(service, ['Too pale']);
    const { page } = await open(browser, url);
    await page.getByRole('button', { name: 'Show mark 1' }).click();
    await page.keyboard.press('w');
    await words(page).fill('Far too pale');
    await link.call('withdraw_mark', { mark_id: 1 });
    await link.call('restore_mark', { mark_id: 1 });
    await page.keyboard.press('Control+Enter');
    await words(page).waitFor({ state: 'detached' });
    await expect.poll(() => bodiesOf(client, id)).toEqual(['Far too pale']);
    await page.context().close();
  });
});

describe('undo', () => {
  test('of moving a marker', async () => {
    const { client, id, url } = await newReview(service, ['Move me']);
    const { page } = await open(browser, url);
    const from = await marker(page, 1).boundingBox();
    if (from === null) throw new Error('no marker');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x - 150, from.y + 90, { steps: 5 });
    await page.mouse.up();
    await toastWith(page, 'Mark 1 moved.').waitFor();
    await expect.poll(async () => (await marksOf(client, id))[0]?.x).toBeLessThan(0.55);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await marksOf(client, id))[0]?.x).toBeCloseTo(0.6, 3);
    await page.context().close();
  });

  test('of marks made from findings and suggestions', async () => {
    const { client, id, url } = await newReview(service);
    const findings = [{ body: 'Low contrast', severity: 'a11y' as const }];
    await client.call('add_findings', { id, findings });
    const guest = (await client.call('get_review', { id })).guest_share_url;
    const token = new URL(guest).pathname.split('/')[2] ?? '';
    const suggested = { ...point('More air', 0.2), client_suggestion_id: crypto.randomUUID() };
    const { client_mark_id: _, must_fix: __, ...suggestion } = suggested;
    const answer = await fetch(`${service.url}/g/${token}/suggestions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(suggestion),
    });
    expect(answer.status).toBe(201);
    const { page } = await open(browser, url);
    const state = async () => {
      const review = await client.call('get_review', { id });
      const live = review.marks.filter(({ status }) => status !== 'withdrawn').length;
      return `${review.findings[0]?.status} ${review.suggestions[0]?.status} ${live}`;
    };
    expect(await state()).toBe('shown pending 0');
    for (const title of ['Findings', 'Guests']) {
      const section = page.locator('details').filter({ has: page.locator('summary', { hasText: title }) });
      if (!(await section.evaluate((element) => element.hasAttribute('open'))))
        await section.locator('summary').click();
    }
    const finding = page.locator('li').filter({ hasText: 'Low contrast' });
    const guests = page.locator('li').filter({ hasText: 'More air' });
    let undone = 0;
    for (const [press, then] of [
      [() => finding.getByRole('button', { name: /dismiss/i }).click(), 'hidden pending 0'],
      [() => finding.getByRole('button', { name: /mark/i }).first().click(), 'accepted pending 1'],
      [() => guests.getByRole('button', { name: /dismiss/i }).click(), 'shown dismissed 0'],
      [
        () =>
          guests
            .getByRole('button', { name: /accept|mark/i })
            .first()
            .click(),
        'shown accepted 1',
      ],
    ] as const) {
      await press();
      await expect.poll(state).toBe(then);
      await stage(page).focus();
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).first().waitFor();
      await page.keyboard.press('Control+z');
      await expect.poll(state).toBe('shown pending 0');
      undone += 1;
    }
    console.log(`${undone} kinds of hints and suggestions undone`);
    await page.context().close();
  });

  test('one at a time, covering neither the screenshot nor the decision, on a phone too', async () => {
    const { url } = await newReview(service, ['Too pale']);
    for (const phone of [false, true]) {
      const { page } = await open(browser, url, phone);
      await page.context().setOffline(true);
      await page.keyboard.press('m');
      await page.getByRole('button', { name: /^Crosshair/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('Over the bar?');
      await page.keyboard.press('Control+Enter');
      await toastWith(page, /^Saved on this device/).waitFor();
      await page.getByText('1 mark not sent yet').waitFor({ state: phone ? 'attached' : 'visible' });
      await expect.poll(() => page.locator('.toast:visible').count()).toBe(1);
      const over = `(() => {
        const a = document.querySelector('.toast').getBoundingClientRect();
        return ['.decision-bar', '[data-scroller]'].filter((name) => {
          const b = document.querySelector(name).getBoundingClientRect();
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        });
      })()`;
      expect(await page.evaluate(over)).toEqual([]);
      // After the undo there is no message left.
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await words(page).waitFor();
      expect(await toastWith(page, /^Saved on this device/).count()).toBe(0);
      await page.context().close();
    }
  });
});
