/**
 * `npm run docs:images`: takes new images for the documentation from the whole loop, as the demo plays it.
 * The comment and the check are the App’s own Markdown in a frame of ours.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { findBrowser } from '../../server/adapters/chromium/index.ts';
import { createClient } from '../../server/contract/client.ts';
import { drawLoop } from './draw-loop.ts';
import { drawSample } from './draw-sample.ts';
import { type Framed, frame } from './github-frame.ts';
import { startReviewer } from './reviewer.ts';
import { openScene, type Scene } from './scene.ts';
import { Timeline } from './timeline.ts';
import { startWorld, type World } from './world.ts';

const images = join(import.meta.dirname, '../../server/docs/images');
const MAX_BYTES = 80 * 1024;
const MAX_MOVING_BYTES = 1_500_000;
/** Small enough that its text can be read at the README’s width. */
const moving = { viewport: { width: 1100, height: 760 }, deviceScaleFactor: 1.5 };
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Writes an image as WebP in the best quality that fits into `MAX_BYTES`. */
async function keep(name: string, png: Buffer): Promise<void> {
  for (let quality = 86; quality >= 40; quality -= 6) {
    const webp = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (webp.length > MAX_BYTES) continue;
    await writeFile(join(images, `${name}.webp`), webp);
    return say(`${name}.webp: ${Math.round(webp.length / 1024)} KB`);
  }
  throw new Error(`${name} does not fit into ${MAX_BYTES} bytes`);
}

async function settled(page: Page): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  // Images that were never in view are not loaded, and would never be decoded.
  await page.evaluate(
    `Promise.all([...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    }).map((image) => image.decode()))`,
  );
  await page.waitForTimeout(600);
  return page.screenshot();
}

async function framed(browser: Browser, name: string, shown: Framed): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 768, height: 400 }, deviceScaleFactor: 1.5 });
  await page.setContent(frame(shown), { waitUntil: 'networkidle' });
  await keep(name, await page.locator('.frame').screenshot());
  await page.close();
}

async function comment(world: World, scene: Scene, repository: string, browser: Browser): Promise<void> {
  const [first] = await world.github.comments(repository, scene.number);
  await framed(browser, 'comment', {
    head: 'sightline <span style="all:unset;font-weight:400;color:#59636e">bot commented</span>',
    sign: { text: '◐', colour: '#2b50e0' },
    markdown: first?.body ?? '',
  });
}

async function check(scene: Scene, browser: Browser): Promise<void> {
  const failed = await scene.until('failure');
  await framed(browser, 'check', {
    head: failed.name,
    sign: { text: '✕', colour: '#d1242f' },
    markdown: `## ${failed.title}\n\n${failed.summary}\n\n${failed.text}`,
  });
}

async function guests(world: World, link: string, browser: Browser): Promise<void> {
  const client = createClient({ baseUrl: world.serviceUrl, bearer: world.token });
  const id = (await client.call('list_reviews', {})).reviews.find((each) => each.review_url === link)?.id ?? '';
  const { guest_share_url: guestUrl } = await client.call('get_review', { id });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(guestUrl);
  const surface = page.getByRole('img').first();
  await surface.waitFor();
  const box = await surface.boundingBox();
  if (box === null) throw new Error('The guests’ page shows no image');
  await page.mouse.click(box.x + box.width * 0.3, box.y + 190);
  await page.getByRole('textbox').first().fill('Could the headline say what we sell?');
  await keep('guest-page', await settled(page));
  await page.close();
}

async function workspace(world: World, browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
  await page.goto(`${world.serviceUrl}/workspace`);
  const field = page.locator('input[type="password"], input[type="text"]').first();
  await field.fill(world.token);
  await field.press('Enter');
  await page.getByText('Warmer buttons').first().waitFor();
  await keep('workspace', await settled(page));
  await page.close();
}

async function connectScreen(world: World, browser: Browser): Promise<void> {
  const answer = await fetch(`${world.serviceUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Claude Code', redirect_uris: ['http://localhost:53682/callback'] }),
  });
  const { client_id: client } = (await answer.json()) as { client_id: string };
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: 'http://localhost:53682/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'picture',
  });
  const page = await browser.newPage({ viewport: { width: 640, height: 900 }, deviceScaleFactor: 1.5 });
  await page.goto(`${world.serviceUrl}/oauth/authorize?${asked}`);
  await keep('connect', await settled(page));
  await page.close();
}

/** Takes an image of mark 1 in the mode "Side by side". */
async function sideBySide(link: string, browser: Browser): Promise<Buffer> {
  const page = await browser.newPage(moving);
  await page.goto(link);
  await page
    .getByRole('button', { name: /^Looks fixed: mark/ })
    .first()
    .waitFor();
  await page.keyboard.press('2');
  const png = await settled(page);
  await page.close();
  return png;
}

/** Writes the whole loop as one animated image of what the reviewer saw at each step. */
async function loop(compared: Buffer, browser: Browser, scratch: string): Promise<void> {
  const step = async (caption: string, name: string, seconds: number) => ({
    caption,
    png: await readFile(join(scratch, `${name}.png`)),
    seconds,
  });
  const steps = [
    await step('A pull request changes the website. Its link opens the review.', 'first-opened', 2.5),
    await step('1. Click what should change and say why', 'first-composer', 3),
    await step('2. Mark as much as you like, then request changes', 'first-marked', 3),
    await step('3. The check fails, and a fixing agent gets your marks', 'first-asked', 3),
    await step('4. The fix arrives as the next pass, with each mark before and after', 'second-to-verify', 4),
    { caption: '5. Compare side by side', png: compared, seconds: 3 },
    await step('6. Looks fixed: approve, and the check passes', 'second-approved', 3),
  ];
  const webp = await drawLoop(browser, steps, moving.deviceScaleFactor);
  if (webp.length > MAX_MOVING_BYTES) throw new Error(`loop has ${webp.length} bytes, more than ${MAX_MOVING_BYTES}`);
  await writeFile(join(images, 'loop.webp'), webp);
  say(`loop.webp: ${Math.round(webp.length / 1024)} KB`);
}

async function take(world: World, browser: Browser, scratch: string): Promise<void> {
  const files = { '.github/sightline.yml': 'fixer: workflow_dispatch\nworkflow: sightline-fix.yml\n' };
  const repository = await world.github.createRepository({
    owner: 'kiln-and-harbour',
    name: 'website',
    private: true,
    files: { ...files, '.github/workflows/sightline-fix.yml': 'name: Fix\non: workflow_dispatch\njobs: {}\n' },
  });
  await world.github.installApp(repository.fullName, `${world.serviceUrl}/api/github/webhooks`);
  const scene = await openScene(world, new Timeline(say), {
    repository: repository.fullName,
    title: 'Warmer buttons',
    branch: 'warmer-buttons',
    nextPass: 'action',
  });
  const reviewer = await startReviewer(scratch, moving);
  try {
    await scene.until(null);
    const first = scene.reviewUrl();
    const view = (await (await fetch(`${first}/review`)).json()) as { review: { page_url: string | null } };
    const preview = `http://${new URL(view.review.page_url ?? '').host}`;
    await comment(world, scene, repository.fullName, browser);
    const shown = check(scene, browser);
    await reviewer.askForChanges(first, preview, 'first');
    await shown;
    await scene.nextPass(first);
    await scene.until(null);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(scene.reviewUrl());
    await page
      .getByRole('button', { name: /^Looks fixed: mark/ })
      .first()
      .waitFor();
    await keep('review-page', await settled(page));
    await page.close();
    await guests(world, scene.reviewUrl(), browser);
    await workspace(world, browser);
    await connectScreen(world, browser);
    const compared = await sideBySide(scene.reviewUrl(), browser);
    await reviewer.judge(scene.reviewUrl(), 'second');
    await loop(compared, browser, scratch);
  } finally {
    await reviewer.close();
    await scene.jobsDone();
  }
}

const found = await findBrowser(
  process.env.BROWSER_PATH === undefined ? {} : { browserPath: process.env.BROWSER_PATH },
);
if (found === null) throw new Error('No browser was found. Install Chromium or set BROWSER_PATH.');
const folder = await mkdtemp(join(tmpdir(), 'sightline-pictures-'));
const world = await startWorld(join(folder, 'world'), say);
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
try {
  await take(world, browser, folder);
  await drawSample(found.path);
  say('The screenshots of the sample review');
} finally {
  await browser.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);
