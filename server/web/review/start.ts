/**
 * Starts a review's page. The build puts this script inside the HTML, so that nothing is fetched beside the first
 * screenshot, and lays all else that the page needs in a template.
 */

import './first.css';
import type { FrameWindow } from '../shared/frame.ts';

/** Milliseconds to wait for the first screenshot. */
const PATIENCE = 500;

/** Resolves after two frames: the first draws, the second is on the screen. */
const twoFrames = (): Promise<void> =>
  new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(seen))));

/** Resolves when the browser reports the image as shown, or after two frames where it never does. */
function shown(image: HTMLImageElement): Promise<void> {
  if (!PerformanceObserver.supportedEntryTypes.includes('element')) return image.decode().then(twoFrames, () => {});
  return new Promise((seen) => {
    // Only this image has `elementtiming`.
    new PerformanceObserver(() => seen()).observe({ type: 'element', buffered: true });
    // Not `decode()`: it would decode the image once more, beside the browser's own work to show it.
    image.addEventListener('error', () => seen());
    if (image.complete && image.naturalWidth === 0) seen();
  });
}

/** Resolves when the embedded screenshot has been shown, because the page's own work would delay it. */
async function firstScreenshotShown(): Promise<void> {
  const image = document.querySelector<HTMLImageElement>('.first-screenshot img');
  if (image === null) return;
  const late = new Promise<void>((over) => setTimeout(over, PATIENCE));
  await Promise.race([shown(image), late]);
}

/** Resolves when a style or script was loaded, or not. */
const settled = (element: Element): Promise<Event> =>
  new Promise((over) => {
    element.addEventListener('load', over);
    element.addEventListener('error', over);
  });

/** Fetches the page's style and scripts at once, and runs its script when the style applies. */
async function runPage({ content }: HTMLTemplateElement): Promise<void> {
  const [style, script] = ['[rel="stylesheet"]', 'script'].map((each) => content.querySelector(each));
  if (!style || !script) return;
  const styled = settled(style);
  script.remove();
  document.head.append(content);
  if ((await styled).type === 'error') return;
  const ran = settled(script);
  document.head.append(script);
  await ran;
}

async function start(): Promise<void> {
  // In an agent's chat the review is known later.
  await (globalThis as { sightline?: FrameWindow }).sightline?.opening;
  await firstScreenshotShown();
  document.querySelector('.top-bar')?.removeAttribute('hidden');
  const parts = document.querySelector<HTMLTemplateElement>('#page-parts');
  if (parts !== null) await runPage(parts);
  // The page replaces this. Offline, or when an old version's script is missing, the screenshot would stay for ever.
  const broken = document.getElementById('broken');
  broken?.removeAttribute('hidden');
  broken?.querySelector('button')?.addEventListener('click', () => location.reload());
}

// Not awaited: with a wait at its top, the build would cut the pages' scripts into thrice as many files.
void start();
