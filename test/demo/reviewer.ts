import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../server/adapters/chromium/index.ts';

/** What the reviewer looks for: two labels of a review, and where the pages they show can be seen. */
export interface Shots {
  home: string;
  pricing: string;
  preview: string;
}

/** A person at a browser: sees the page, clicks and types. Everything goes through the page as people use it. */
export interface Reviewer {
  /** Opens a link, leaves a point and a box, one of them a must-fix, and asks for changes. */
  askForChanges(link: string, shots: Shots, picture: string, decides: () => void): Promise<void>;
  /** Opens a link, compares each reported mark before and after, says that it looks fixed, and approves. */
  verifyAndApprove(link: string, picture: string): Promise<number>;
  /** Takes pictures of what is there now, wide and narrow. */
  look(link: string, picture: string): Promise<void>;
  close(): Promise<void>;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Where something lies on a full-page shot, as fractions: what a person sees at a glance. */
async function areaOf(browser: Browser, url: string, selector: string, viewport: typeof phone): Promise<Area> {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  try {
    await page.goto(url);
    const box = await page.locator(selector).first().boundingBox();
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (box === null) throw new Error(`${selector} is not on ${url}`);
    return {
      x: box.x / width,
      y: box.y / height,
      width: Math.min(box.width, width - box.x) / width,
      height: box.height / height,
    };
  } finally {
    await page.close();
  }
}

/** A name that begins with this label and no other: `/ · desktop` is the end of `/pricing/ · desktop`. */
const beginsWith = (label: string): RegExp => new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

async function openShot(page: Page, label: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Shots' })
    .getByRole('button', { name: beginsWith(label) })
    .click();
  await page
    .getByRole('img', { name: beginsWith(label) })
    .first()
    .waitFor();
}

/** Scrolls the place into the middle of the stage and gives it in the window's pixels. */
async function onScreen(page: Page, label: string, area: Area): Promise<Area> {
  const picture = page.getByRole('img', { name: beginsWith(label) }).first();
  await picture.evaluate((image, at) => {
    const scroller = image.closest('[data-scroller]');
    const box = image.getBoundingClientRect();
    if (scroller !== null)
      scroller.scrollTop += box.top + (at.y + at.height / 2) * box.height - scroller.clientHeight / 2;
  }, area);
  await page.waitForTimeout(200);
  const box = await picture.boundingBox();
  if (box === null) throw new Error(`${label} is not on the stage`);
  return {
    x: box.x + area.x * box.width,
    y: box.y + area.y * box.height,
    width: area.width * box.width,
    height: area.height * box.height,
  };
}

async function write(page: Page, words: string, mustFix: boolean): Promise<void> {
  await page.getByRole('textbox', { name: 'What should change here?' }).fill(words);
  if (mustFix) await page.getByRole('checkbox', { name: 'Must fix' }).check();
  await page.getByRole('button', { name: 'Save mark' }).click();
  await page.getByRole('textbox', { name: 'What should change here?' }).waitFor({ state: 'detached' });
}

export async function startReviewer(pictures: string): Promise<Reviewer> {
  const found = await findBrowser(
    process.env.BROWSER_PATH === undefined ? {} : { browserPath: process.env.BROWSER_PATH },
  );
  if (found === null) throw new Error('No browser was found. Install Chromium or set BROWSER_PATH.');
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: desktop });
  const shoot = async (page: Page, name: string): Promise<void> => {
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  };
  const visit = async (link: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    return page;
  };
  const narrow = async (link: string, name: string): Promise<void> => {
    const page = await browser.newPage({ viewport: phone, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
    await page.goto(link);
    await page.getByRole('img').first().waitFor();
    await page.waitForTimeout(500);
    await shoot(page, `${name}-phone`);
    await page.close();
  };

  return {
    async askForChanges(link, shots, picture, decides) {
      const page = await visit(link);
      await openShot(page, shots.home);
      await shoot(page, `${picture}-opened`);
      const button = await onScreen(
        page,
        shots.home,
        await areaOf(browser, `${shots.preview}/`, '.button-primary', desktop),
      );
      await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
      await shoot(page, `${picture}-composer`);
      await write(page, 'This button is too pale: its text has hardly any contrast.', true);

      await openShot(page, shots.pricing);
      const card = await onScreen(
        page,
        shots.pricing,
        await areaOf(browser, `${shots.preview}/pricing/`, '.plan-featured', phone),
      );
      await page.mouse.move(card.x + 2, card.y + 4);
      await page.mouse.down();
      await page.mouse.move(card.x + card.width * 0.6, card.y + card.height * 0.5, { steps: 6 });
      await page.mouse.move(card.x + card.width - 3, card.y + card.height - 4, { steps: 6 });
      await page.mouse.up();
      await write(page, 'The highlighted plan is wider than the screen, so its edge is cut off.', false);
      await shoot(page, `${picture}-marked`);
      await narrow(link, `${picture}-marked`);

      await page.getByRole('button', { name: 'Ask for changes', exact: true }).click();
      await page.getByRole('textbox', { name: /^Your name/ }).fill('Robin');
      await shoot(page, `${picture}-asking`);
      decides();
      await page.getByRole('button', { name: 'Ask for changes now' }).click();
      await page.getByText('asked for changes', { exact: false }).first().waitFor();
      await shoot(page, `${picture}-asked`);
      await page.close();
    },
    async verifyAndApprove(link, picture) {
      const page = await visit(link);
      await shoot(page, `${picture}-to-verify`);
      await narrow(link, `${picture}-to-verify`);
      const fixed = page.getByRole('button', { name: /^Looks fixed: mark/ });
      let verified = 0;
      for (let left = await fixed.count(); left > 0; left = await fixed.count()) {
        await fixed.first().click();
        await fixed.nth(left - 1).waitFor({ state: 'detached' });
        verified += 1;
      }
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await shoot(page, `${picture}-approving`);
      await page.getByRole('button', { name: 'Approve now' }).click();
      await page.getByText('Approved', { exact: false }).first().waitFor();
      await shoot(page, `${picture}-approved`);
      await page.close();
      return verified;
    },
    async look(link, picture) {
      const page = await context.newPage();
      await page.goto(link);
      await page.getByRole('img').first().waitFor();
      await page.waitForTimeout(500);
      await shoot(page, picture);
      await page.close();
      await narrow(link, picture);
    },
    async close() {
      await browser.close();
    },
  };
}
