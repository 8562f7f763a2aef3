import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../server/adapters/chromium/index.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { read } from './result.ts';
import { desktop, measure, phone, type ScriptedMark, scriptedMarks } from './scripted-marks.ts';

/** The scripted reviewer’s verdicts on the marks that were reported as fixed, by mark id. */
export interface Verdicts {
  verified: number[];
  notFixed: number[];
}

/** A person at a browser, who sees the page, clicks and types. Everything goes through the page. */
export interface Reviewer {
  /** Opens a link, places the scripted marks according to the preview, and requests changes. */
  askForChanges(link: string, preview: string, screenshot: string): Promise<void>;
  /**
   * Opens a link and judges each mark that was reported as fixed: verifies it where the page says that its area changed
   * and the screenshot shows what was asked for, otherwise answers "Not fixed yet". Approves when all are verified,
   * otherwise requests changes.
   */
  judge(link: string, screenshot: string): Promise<Verdicts>;
  /** Opens a link, looks at what changed since the base, and approves it. */
  approveChanges(link: string, screenshot: string): Promise<void>;
  /** Takes images of the current state, wide and narrow. */
  look(link: string, screenshot: string): Promise<void>;
  close(): Promise<void>;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the place of an element on a full-page screenshot as fractions, as a person sees it at a glance. */
async function areaOf(browser: Browser, url: string, selector: string, viewport: typeof phone): Promise<Area> {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  page.setDefaultTimeout(PATIENCE_MS);
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

/** Matches a name only from its beginning, because `/ · desktop` is also the end of `/pricing/ · desktop`. */
const beginsWith = (label: string): RegExp => new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

async function openShot(page: Page, label: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screenshots' })
    .getByRole('button', { name: beginsWith(label) })
    .click();
  await page
    .getByRole('img', { name: beginsWith(label) })
    .first()
    .waitFor();
}

/** Scrolls the place into the middle of the stage, and returns it in pixels of the window. */
async function onScreen(page: Page, label: string, area: Area): Promise<Area> {
  const screenshot = await page
    .getByRole('img', { name: beginsWith(label) })
    .first()
    .elementHandle();
  if (screenshot === null) throw new Error(`${label} is not on the stage`);
  await screenshot.evaluate((image, at) => {
    const scroller = image.closest('[data-scroller]');
    const box = image.getBoundingClientRect();
    if (scroller === null) return;
    const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2;
    scroller.scrollTop += box.top + (at.y + at.height / 2) * box.height - middle;
  }, area);
  await screenshot.waitForElementState('stable');
  const box = await screenshot.boundingBox();
  if (box === null) throw new Error(`${label} is not on the stage`);
  return {
    x: box.x + area.x * box.width,
    y: box.y + area.y * box.height,
    width: area.width * box.width,
    height: area.height * box.height,
  };
}

/** Marks an element as a person does: a click on its middle, or a drag around it. */
async function place(page: Page, { kind, body, mustFix }: ScriptedMark, at: Area): Promise<void> {
  if (kind === 'point') await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
  else {
    await page.mouse.move(at.x + 2, at.y + 4);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width * 0.6, at.y + at.height * 0.5, { steps: 6 });
    await page.mouse.move(at.x + at.width - 3, at.y + at.height - 4, { steps: 6 });
    await page.mouse.up();
  }
  await page.getByRole('textbox', { name: 'What should change here?' }).fill(body);
  if (mustFix) await page.getByRole('checkbox', { name: 'Must fix' }).check();
}

async function saveMark(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save mark' }).click();
  await page.getByRole('textbox', { name: 'What should change here?' }).waitFor({ state: 'detached' });
}

/** Returns whether a mark’s row says that its area changed. */
async function saysChanged(page: Page, id: number): Promise<boolean> {
  const fixed = page.getByRole('button', { name: `Looks fixed: mark ${id}`, exact: true });
  const row = page.getByRole('listitem').filter({ has: fixed });
  return /This (area|element) changed/.test(await row.innerText());
}

async function askAgain(page: Page, id: number): Promise<void> {
  await page.getByRole('button', { name: `Not fixed yet: mark ${id}`, exact: true }).click();
  await page.getByRole('textbox', { name: 'What is still wrong?' }).fill('I see no difference that fixes this.');
  await page.getByRole('button', { name: 'Report as not fixed' }).click();
  await page.getByRole('textbox', { name: 'What is still wrong?' }).waitFor({ state: 'detached' });
}

/** @param folder the folder for the images of each step; with null it takes none */
export async function startReviewer(
  folder: string | null,
  { viewport = desktop, deviceScaleFactor = 1 } = {},
): Promise<Reviewer> {
  const found = await findBrowser(
    process.env.BROWSER_PATH === undefined ? {} : { browserPath: process.env.BROWSER_PATH },
  );
  if (found === null) throw new Error('No browser was found. Install Chromium or set BROWSER_PATH.');
  // Playwright would exit on a signal before the rest of the demo is stopped.
  const unhandled = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'], ...unhandled });
  const context = await browser.newContext({ viewport, deviceScaleFactor });
  context.setDefaultTimeout(PATIENCE_MS);
  const shoot = async (page: Page, name: string): Promise<void> => {
    if (folder === null) return;
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}.png`) });
  };
  const visit = async (link: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    return page;
  };
  const narrow = async (link: string, name: string): Promise<void> => {
    if (folder === null) return;
    const page = await browser.newPage({ viewport: phone, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(link);
    await page.getByRole('img').first().waitFor();
    await page.waitForTimeout(500);
    await shoot(page, `${name}-phone`);
    await page.close();
  };

  const request = async (page: Page, screenshot: string): Promise<void> => {
    await page.getByRole('button', { name: 'Request changes', exact: true }).click();
    await page.getByRole('textbox', { name: /^Your name/ }).fill('Robin');
    await shoot(page, `${screenshot}-asking`);
    await page.getByRole('button', { name: 'Request changes now' }).click();
    await page.getByText('requested changes', { exact: false }).first().waitFor();
    await shoot(page, `${screenshot}-asked`);
  };

  return {
    async askForChanges(link, preview, screenshot) {
      const page = await visit(link);
      for (const [index, mark] of scriptedMarks.entries()) {
        await openShot(page, mark.label);
        if (index === 0) await shoot(page, `${screenshot}-opened`);
        const area = await areaOf(browser, preview + mark.path, mark.selector, mark.viewport);
        await place(page, mark, await onScreen(page, mark.label, area));
        if (index === 0) await shoot(page, `${screenshot}-composer`);
        await saveMark(page);
      }
      await shoot(page, `${screenshot}-marked`);
      await narrow(link, `${screenshot}-marked`);
      await request(page, screenshot);
      await page.close();
    },
    async judge(link, screenshot) {
      const page = await visit(link);
      await shoot(page, `${screenshot}-to-verify`);
      await narrow(link, `${screenshot}-to-verify`);
      const view = await read(link);
      const verdicts: Verdicts = { verified: [], notFixed: [] };
      for (const mark of view.review.marks.filter(({ status }) => status === 'resolved')) {
        const changed = await saysChanged(page, mark.id);
        if (changed && (await measure(view, mark))?.isFixed === true) {
          const fixed = page.getByRole('button', { name: `Looks fixed: mark ${mark.id}`, exact: true });
          await fixed.click();
          await fixed.waitFor({ state: 'detached' });
          verdicts.verified.push(mark.id);
        } else {
          await askAgain(page, mark.id);
          verdicts.notFixed.push(mark.id);
        }
      }
      await shoot(page, `${screenshot}-judged`);
      if (verdicts.notFixed.length > 0) await request(page, screenshot);
      else {
        await page.getByRole('button', { name: 'Approve', exact: true }).click();
        await shoot(page, `${screenshot}-approving`);
        await page.getByRole('button', { name: 'Approve now' }).click();
        await page.getByText('Approved', { exact: false }).first().waitFor();
        await shoot(page, `${screenshot}-approved`);
      }
      await page.close();
      return verdicts;
    },
    async approveChanges(link, screenshot) {
      const page = await context.newPage();
      await page.goto(link);
      await page.getByText('Compared with main at').waitFor();
      await page.locator('details', { hasText: 'Changes since' }).getByRole('button').first().click();
      await page.keyboard.press('4');
      await shoot(page, `${screenshot}-difference`);
      await page.getByRole('button', { name: 'Approve 1 change' }).click();
      await page.getByRole('button', { name: 'Approve now' }).click();
      await page.getByText('Approved', { exact: false }).first().waitFor();
      await shoot(page, `${screenshot}-approved`);
      await page.close();
    },
    async look(link, screenshot) {
      if (folder === null) return;
      const page = await context.newPage();
      await page.goto(link);
      await page.getByRole('img').first().waitFor();
      await page.waitForTimeout(500);
      await shoot(page, screenshot);
      await page.close();
      await narrow(link, screenshot);
    },
    async close() {
      await browser.close();
    },
  };
}
