import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { capturePage, stableLaunchArgs } from '../../server/capture/index.ts';
import type { GivenElement } from '../../server/contract/element.ts';
import { setDeclaration } from './agent/css.ts';
import { buildSite, serveSite } from './agent/serve-site.ts';
import { desktop, phone } from './scripted-marks.ts';

const siteDir = join(import.meta.dirname, 'site');
const target = join(import.meta.dirname, '../../server/domain/sample/screenshots');

/** Where the sample review says that its pages are */
const address = 'https://kiln-and-harbour.example';

/** The screenshots of the sample review: before and after the fix of the pale button. */
const wanted = [
  {
    name: 'home-before',
    path: '/',
    viewport: { name: 'desktop', ...desktop, scale: 1, mobile: false },
    isFixed: false,
  },
  { name: 'home-after', path: '/', viewport: { name: 'desktop', ...desktop, scale: 1, mobile: false }, isFixed: true },
  { name: 'pricing', path: '/pricing/', viewport: { name: 'mobile', ...phone, scale: 1, mobile: true }, isFixed: true },
];

async function fixButton(folder: string): Promise<void> {
  const file = join(folder, 'styles/site.css');
  const css = await readFile(file, 'utf8');
  const darker = setDeclaration(css, '.button-primary', 'background', '#a84f26');
  await writeFile(file, setDeclaration(darker, '.button-primary', 'color', '#ffffff'));
}

/** Captures the sample site into `server/domain/sample/screenshots`: for each an image, lossless, and its elements. */
export async function drawSample(executablePath: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...stableLaunchArgs] });
  const folder = await mkdtemp(join(tmpdir(), 'sightline-sample-'));
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  await Promise.all([buildSite(siteDir, before), buildSite(siteDir, after)]);
  await fixButton(after);
  let shown = before;
  const site = await serveSite(() => shown);
  await mkdir(target, { recursive: true });
  try {
    for (const { name, path, viewport, isFixed } of wanted) {
      shown = isFixed ? after : before;
      const { png, elements } = await capturePage(browser, { url: `${site.url}${path}`, viewport, deadlineMs: 60_000 });
      const given: GivenElement[] = elements
        .filter(({ box }) => box.width >= 0.5 && box.height >= 0.5)
        .map(({ parent: _, ...element }) => element);
      await writeFile(join(target, `${name}.webp`), await sharp(png).webp({ lossless: true, effort: 6 }).toBuffer());
      const map = JSON.stringify(given).replaceAll(site.url, address);
      await writeFile(join(target, `${name}.json`), `${map}\n`);
    }
  } finally {
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}
