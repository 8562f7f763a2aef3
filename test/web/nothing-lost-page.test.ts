import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { launchBrowser, openPage } from './support/browser.ts';
import { hasTools, pin, ready, said, save, stage, words, write } from './support/desk.ts';
import { picture } from './support/picture.ts';

let service: TestService;
let browser: Browser;
let desktop: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
  desktop = await picture(1440, 2400, '#a9b8ae');
});
afterAll(() => Promise.all([browser.close(), service.close()]));

type Client = Awaited<ReturnType<TestService['newClient']>>;

const mark = (body: string, y: number) => ({
  screenshot_index: 0,
  kind: 'point' as const,
  x: 0.6,
  y,
  body,
  must_fix: false,
  client_mark_id: crypto.randomUUID(),
});

async function newReview(bodies: string[] = []) {
  const client = await service.newClient();
  const images = [{ image: desktop, label: 'Desktop' }];
  const { id, review_url: url } = await client.call('create_review', { title: 'Checkout page', images });
  const link = service.byLink(url);
  for (const [at, body] of bodies.entries()) await link.call('place_mark', mark(body, 0.1 + at * 0.1));
  return { client, id, url, link };
}

/** Pass 2 with mark 1 reported fixed, and mark 2 of this pass. */
async function secondPass() {
  const first = await newReview(['Too pale']);
  await first.link.call('decide', { outcome: 'changes_requested', after_decision: 0 });
  await first.client.call('resolve_marks', { id: first.id, marks: [{ id: 1, status: 'resolved' }] });
  const images = [{ image: desktop, label: 'Desktop' }];
  const next = await first.client.call('create_review', { title: 'Checkout page', parent_id: first.id, images });
  const link = service.byLink(next.review_url);
  await link.call('place_mark', mark('Too small', 0.3));
  return { client: first.client, id: next.id, url: next.review_url, link };
}

async function open(url: string) {
  const watched = await openPage(browser, url);
  await ready(watched.page, 'Desktop');
  await hasTools(watched.page);
  return watched;
}

async function another(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(url);
  await ready(page, 'Desktop');
  await hasTools(page);
  return page;
}

/** Counts the changes that the service took from a browser. */
function takenBy(context: BrowserContext): string[] {
  const taken: string[] = [];
  context.on('response', (response) => {
    const request = response.request();
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'GET' && path.startsWith('/r/') && response.ok()) {
      taken.push(`${request.method()} ${path.replace(/^\/r\/[^/]+\//, '')}`);
    }
  });
  return taken;
}

const marksOf = async (client: Client, id: string) => (await client.call('get_review', { id })).marks;
const bodies = async (client: Client, id: string) => (await marksOf(client, id)).map(({ body }) => body);
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /:(draft|outbox):/.test(key)).length);

describe('offline', () => {
  test('placing, editing and verifying wait on the device and arrive once each', async () => {
    const { client, id, url } = await secondPass();
    const { page } = await open(url);
    const taken = takenBy(page.context());
    await page.context().setOffline(true);

    await write(page, { x: 200, y: 160 }, 'Placed on a train');
    await page.keyboard.press('Control+Enter');
    await said(page, 'Saved on this device — sent when you are back online.').first().waitFor();
    await page.getByRole('button', { name: /^Saved on this device, .*: Placed on a train$/ }).waitFor();

    await page.getByRole('button', { name: 'Show mark 2' }).click();
    await page.keyboard.press('w');
    await words(page).fill('Much too small');
    await page.keyboard.press('Control+Enter');
    await said(page, '2 changes not sent yet.').waitFor();

    await page.getByRole('button', { name: 'Looks fixed: mark 1' }).click();
    await page.getByRole('button', { name: 'Looks fixed: mark 1' }).waitFor({ state: 'detached' });
    await said(page, /^Mark 1 verified/).waitFor();
    await said(page, '3 changes not sent yet.').waitFor();
    expect(taken).toEqual([]);

    await page.context().setOffline(false);
    await said(page, 'The 3 changes kept on this device are sent.').waitFor();
    await pin(page, 3).waitFor();
    expect(taken.sort()).toEqual(['PATCH marks/2', 'POST marks', 'POST marks/1/verify']);
    expect((await marksOf(client, id)).map(({ body, status }) => [body, status])).toEqual([
      ['Too pale', 'verified'],
      ['Much too small', 'open'],
      ['Placed on a train', 'open'],
    ]);
    expect(await kept(page)).toBe(0);
    expect(await page.locator('.note').count()).toBe(0);
    console.log('3 changes made offline: each arrived once, 0 left on the device');
    await page.context().close();
  });

  test('two changes of one mark are no conflict with each other', async () => {
    const { client, id, url } = await newReview(['One']);
    const { page } = await open(url);
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
    await expect.poll(() => bodies(client, id)).toEqual(['Three']);
    await expect.poll(() => kept(page)).toBe(0);
    await page.context().close();
  });

  test('what waited is sent when the page is opened again, and once by two tabs', async () => {
    const { client, id, url } = await newReview();
    const { page } = await open(url);
    const context = page.context();
    const taken = takenBy(context);
    await context.setOffline(true);
    await write(page, { x: 200, y: 160 }, 'Closed on a train');
    await page.keyboard.press('Control+Enter');
    await said(page, '1 change not sent yet.').waitFor();
    await page.close();
    await context.setOffline(false);
    const [one, two] = await Promise.all([another(context, url), another(context, url)]);
    for (const tab of [one, two]) await pin(tab, 1).waitFor();
    await expect.poll(() => kept(one)).toBe(0);
    expect(taken).toEqual(['POST marks']);

    await context.setOffline(true);
    await write(one, { x: 200, y: 260 }, 'From one of two');
    await one.keyboard.press('Control+Enter');
    await said(two, '1 change not sent yet.').waitFor();
    await context.setOffline(false);
    for (const tab of [one, two]) await pin(tab, 2).waitFor();
    expect(taken).toEqual(['POST marks', 'POST marks']);
    expect(await bodies(client, id)).toEqual(['Closed on a train', 'From one of two']);
    await context.close();
  });

  test('an answer lost on the way makes nothing twice, and later words are not lost', async () => {
    const { client, id, url } = await newReview();
    const { page } = await open(url);
    let heard = 0;
    let cut = true;
    await page.route('**/marks', async (route) => {
      if (!cut) return route.continue();
      if (heard === 0) await route.fetch();
      heard += 1;
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
    await expect.poll(() => bodies(client, id)).toEqual(['Said better']);
    await expect.poll(() => kept(page)).toBe(0);
    expect(heard).toBeGreaterThan(0);
    await page.context().close();
  });

  test('words refused later stay as a draft, with what happened', async () => {
    const { client, id, url, link } = await newReview();
    const { page } = await open(url);
    await page.context().setOffline(true);
    await write(page, { x: 200, y: 160 }, 'Too late');
    await page.keyboard.press('Control+Enter');
    await said(page, '1 change not sent yet.').waitFor();
    await link.call('decide', { outcome: 'approved', name: 'Bo', after_decision: 0 });
    await page.context().setOffline(false);
    await said(page, /^It was not taken: .* Your words are kept as a draft/).waitFor();
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await expect.poll(() => words(page).inputValue()).toBe('Too late');
    expect(await bodies(client, id)).toEqual([]);
    await page.context().close();
  });

  test('a decision is never sent later by itself: the form stays and says so', async () => {
    const { client, id, url } = await newReview();
    const { page } = await open(url);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('textbox', { name: 'A note' }).fill('Lovely');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Approve now' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Nothing was decided: .* Your note is kept/)
      .waitFor();
    await page.context().setOffline(false);
    const read = page.waitForResponse((response) => response.url().endsWith('/review') && response.ok());
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await read;
    await expect.poll(() => page.getByRole('textbox', { name: 'A note' }).inputValue()).toBe('Lovely');
    expect(await client.call('get_review', { id })).toMatchObject({ status: 'open', decision: null });
    await page.getByRole('button', { name: 'Approve now' }).click();
    await page.getByText('Approved', { exact: false }).first().waitFor();
    await expect.poll(async () => (await client.call('get_review', { id })).status).toBe('approved');
    await page.context().close();
  });

  test('what the service has no time for goes by itself when it has', async () => {
    const { client, id, url } = await newReview();
    const { page } = await open(url);
    let refused = 0;
    await page.route('**/marks', (route) => {
      if (refused > 0) return route.continue();
      refused += 1;
      return route.fulfill({ status: 429, json: { error: 'rate_limited', message: 'Too many.', retry_after: 2 } });
    });
    await write(page, { x: 200, y: 160 }, 'One of many');
    await page.keyboard.press('Control+Enter');
    await said(page, /^Too many changes at once\. Saved on this device — it goes by itself in 2 seconds\./).waitFor();
    await pin(page, 1).waitFor();
    expect(refused).toBe(1);
    expect(await bodies(client, id)).toEqual(['One of many']);
    await page.context().close();
  });
});

describe('what is being typed', () => {
  test('survives the end of the page’s process, to the last key', async () => {
    const { url } = await newReview();
    const { page } = await open(url);
    const context = page.context();
    await write(page, { x: 200, y: 160 }, 'Half a sentence, then it cra');
    await expect.poll(() => words(page).inputValue()).toBe('Half a sentence, then it cra');
    const crashed = page.waitForEvent('crash');
    const session = await context.newCDPSession(page);
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    const again = await another(context, url);
    await again.getByRole('button', { name: 'Continue editing' }).click();
    await expect.poll(() => words(again).inputValue()).toBe('Half a sentence, then it cra');
    await context.close();
  });

  test('lasts as long as the page where the browser keeps nothing, and the page says so', async () => {
    const { client, id, url } = await newReview();
    const { page } = await openPage(browser, 'about:blank');
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.goto(url);
    await ready(page, 'Desktop');
    await hasTools(page);
    await page.context().setOffline(true);
    await write(page, { x: 200, y: 160 }, 'Nowhere to keep it');
    await page.keyboard.press('Control+Enter');
    await said(page, 'This browser keeps nothing: leave this page open.').waitFor();
    await page.context().setOffline(false);
    await pin(page, 1).waitFor();
    expect(await bodies(client, id)).toEqual(['Nowhere to keep it']);
    await page.context().close();
  });

  test('in two tabs on one mark stays apart; the second to save sees the first’s words beside its own', async () => {
    const { client, id, url } = await newReview(['Too pale']);
    const { page: one } = await open(url);
    const two = await another(one.context(), url);
    for (const [tab, text] of [
      [one, 'Words of one'],
      [two, 'Words of two'],
    ] as const) {
      await tab.bringToFront();
      await tab.getByRole('button', { name: 'Show mark 1' }).click();
      await tab.keyboard.press('w');
      await words(tab).fill(text);
    }
    await expect.poll(() => words(one).inputValue()).toBe('Words of one');
    // One tab hears a little later of what the other keeps.
    await expect.poll(() => kept(one)).toBe(2);
    await one.bringToFront();
    await save(one).click();
    await words(one).waitFor({ state: 'detached' });
    await two.bringToFront();
    await two.getByRole('alert').getByText('Somebody changed this mark meanwhile: “Words of one”').waitFor();
    await save(two).click();
    expect(await bodies(client, id)).toEqual(['Words of one']);
    await expect.poll(() => words(two).inputValue()).toBe('Words of two');
    await two.getByRole('button', { name: 'Keep mine' }).click();
    await words(two).waitFor({ state: 'detached' });
    await expect.poll(() => bodies(client, id)).toEqual(['Words of two']);

    await two.getByRole('button', { name: 'Show mark 1' }).click();
    await two.keyboard.press('w');
    await words(two).fill('Mine again');
    await service.byLink(url).call('edit_mark', { mark_id: 1, body: 'Theirs' });
    await two.getByRole('button', { name: 'Take theirs' }).click();
    await expect.poll(() => words(two).inputValue()).toBe('Theirs');
    await one.context().close();
  });

  test('outlives the mark it is about, and can be pinned anew', async () => {
    const { client, id, url, link } = await newReview(['Too pale']);
    const { page } = await open(url);
    await page.getByRole('button', { name: 'Show mark 1' }).click();
    await page.keyboard.press('w');
    await words(page).fill('Far too pale');
    await link.call('withdraw_mark', { mark_id: 1 });
    await page.getByText('Somebody withdrew this mark meanwhile. Your words are kept.').waitFor();
    await expect.poll(() => words(page).inputValue()).toBe('Far too pale');
    await page.getByRole('button', { name: 'Pin it anew' }).click();
    await page.keyboard.press('Control+Enter');
    await pin(page, 2).waitFor();
    expect((await marksOf(client, id)).map(({ body, status }) => [body, status])).toEqual([
      ['Too pale', 'withdrawn'],
      ['Far too pale', 'open'],
    ]);
    expect(await kept(page)).toBe(0);
    await page.context().close();
  });

  test('while the mark is only reported fixed meanwhile, is saved without a question', async () => {
    const { client, id, url, link } = await newReview(['Too pale']);
    const { page } = await open(url);
    await page.getByRole('button', { name: 'Show mark 1' }).click();
    await page.keyboard.press('w');
    await words(page).fill('Far too pale');
    await link.call('withdraw_mark', { mark_id: 1 });
    await link.call('restore_mark', { mark_id: 1 });
    await page.keyboard.press('Control+Enter');
    await words(page).waitFor({ state: 'detached' });
    await expect.poll(() => bodies(client, id)).toEqual(['Far too pale']);
    await page.context().close();
  });
});

describe('undo', () => {
  test('of placing, editing, withdrawing, verifying and reopening, by button and by Ctrl Z', async () => {
    const { client, id, url } = await secondPass();
    const { page } = await open(url);
    const states = async () =>
      (await marksOf(client, id)).map(({ id: number, body, status }) => `${number} ${body} ${status}`);
    const before = await states();
    const undo = (text: string | RegExp) =>
      page.locator('.toast').filter({ hasText: text }).getByRole('button', { name: 'Undo' });
    let undone = 0;
    const back = async (to: string[]) => {
      await expect.poll(states).toEqual(to);
      undone += 1;
    };

    await page.getByRole('button', { name: 'Looks fixed: mark 1' }).click();
    await expect.poll(states).toEqual(['1 Too pale verified', '2 Too small open']);
    await undo('Mark 1 verified.').click();
    await back(before);

    await page.getByRole('button', { name: 'Not fixed yet: mark 1' }).click();
    await page.getByRole('button', { name: 'Say it is not fixed' }).click();
    await expect.poll(states).toEqual(['1 Too pale reopened', '2 Too small open']);
    await undo('Mark 1 goes back for fixing.').click();
    await back(before);

    await page.getByRole('button', { name: 'Show mark 2' }).click();
    await page.keyboard.press('w');
    await words(page).fill('Tiny');
    await page.keyboard.press('Control+Enter');
    await expect.poll(states).toEqual(['1 Too pale resolved', '2 Tiny open']);
    await undo('Mark 2 changed.').waitFor();
    await page.keyboard.press('Control+z');
    await back(before);

    await page.getByRole('button', { name: 'Show mark 2' }).click();
    await page.getByRole('button', { name: 'Withdraw', exact: true }).first().click();
    await expect.poll(states).toEqual(['1 Too pale resolved', '2 Too small withdrawn']);
    await undo('Mark 2 withdrawn.').waitFor();
    await page.keyboard.press('Control+z');
    await back(before);

    await write(page, { x: 200, y: 160 }, 'One more');
    // Within the words the same keys undo typing, nothing else.
    await page.keyboard.press('Control+z');
    await words(page).fill('One more');
    await page.keyboard.press('Control+Enter');
    await expect.poll(states).toEqual([...before, '3 One more open']);
    await undo('Mark 3 saved.').click();
    await back([...before, '3 One more withdrawn']);
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-scroller'))).toBe(true);
    console.log(`${undone} kinds of changes undone`);
    await page.context().close();
  });

  test('of moving a pin', async () => {
    const { client, id, url } = await newReview(['Move me']);
    const { page } = await open(url);
    const from = await pin(page, 1).boundingBox();
    if (from === null) throw new Error('no pin');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x - 150, from.y + 90, { steps: 5 });
    await page.mouse.up();
    await said(page, 'Mark 1 moved.').waitFor();
    expect((await marksOf(client, id))[0]?.x).toBeLessThan(0.55);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await marksOf(client, id))[0]?.x).toBeCloseTo(0.6, 3);
    await page.context().close();
  });

  test('of what was made of hints and suggestions', async () => {
    const { client, id, url } = await newReview();
    const findings = [{ body: 'Low contrast', severity: 'a11y' as const }];
    await client.call('add_findings', { id, findings });
    const guest = (await client.call('get_review', { id })).guest_share_url;
    const token = new URL(guest).pathname.split('/')[2] ?? '';
    const suggested = { ...mark('More air', 0.2), client_suggestion_id: crypto.randomUUID() };
    const { client_mark_id: _, must_fix: __, ...suggestion } = suggested;
    const answer = await fetch(`${service.url}/g/${token}/suggestions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(suggestion),
    });
    expect(answer.status).toBe(201);
    const { page } = await open(url);
    const state = async () => {
      const review = await client.call('get_review', { id });
      const live = review.marks.filter(({ status }) => status !== 'withdrawn').length;
      return `${review.findings[0]?.status} ${review.suggestions[0]?.status} ${live}`;
    };
    expect(await state()).toBe('shown pending 0');
    for (const title of ['Hints', 'Guests']) {
      const section = page.locator('details').filter({ has: page.locator('summary', { hasText: title }) });
      if (!(await section.evaluate((element) => element.hasAttribute('open'))))
        await section.locator('summary').click();
    }
    const hint = page.locator('li').filter({ hasText: 'Low contrast' });
    const guests = page.locator('li').filter({ hasText: 'More air' });
    let undone = 0;
    for (const [press, then] of [
      [() => hint.getByRole('button', { name: /hide/i }).click(), 'hidden pending 0'],
      [() => hint.getByRole('button', { name: /mark/i }).first().click(), 'accepted pending 1'],
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

  test('one at a time, over neither the screenshot nor the decision, on a phone too', async () => {
    const { url } = await newReview(['Too pale']);
    for (const phone of [false, true]) {
      const { page } = await openPage(browser, url, phone);
      await ready(page, 'Desktop');
      await hasTools(page);
      await page.context().setOffline(true);
      await page.keyboard.press('m');
      await page.getByRole('button', { name: /^Crosshair/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('Over the bar?');
      await page.keyboard.press('Control+Enter');
      await said(page, /^Saved on this device/).waitFor();
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
      // Undone, there is nothing left to say.
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await words(page).waitFor();
      expect(await said(page, /^Saved on this device/).count()).toBe(0);
      await page.context().close();
    }
  });
});
