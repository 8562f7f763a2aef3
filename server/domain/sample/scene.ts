import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Input } from '../../contract/client.ts';
import type { GivenElement } from '../../contract/element.ts';
import { newId } from '../ids.ts';

const folder = join(import.meta.dirname, 'screenshots');

interface SampleShot {
  label: string;
  path: string;
  viewport: { name: string; width: number; height: number; scale: number };
  image: string;
  elements: GivenElement[];
}

const pages = {
  home: { label: 'Home', path: '/', viewport: { name: 'desktop', width: 1440, height: 900, scale: 1 } },
  pricing: {
    label: 'Prices on a phone',
    path: '/pricing/',
    viewport: { name: 'mobile', width: 390, height: 844, scale: 1 },
  },
};

/** What the reviewer marked on each screenshot, in their order, and what the agent reported. */
const marks = [
  {
    on: 'button-primary',
    kind: 'point',
    body: 'This button is too pale: its text has hardly any contrast.',
    must_fix: true,
    note: 'The button is darker now, and its text is white.',
  },
  {
    on: 'plan-featured',
    kind: 'box',
    body: 'The highlighted plan is wider than the phone, so the page scrolls sideways.',
    must_fix: false,
    note: 'The plan fits the phone now.',
  },
] as const;

async function readShot(page: (typeof pages)[keyof typeof pages], file: string): Promise<SampleShot> {
  const [image, elements] = await Promise.all([
    readFile(join(folder, `${file}.webp`), 'base64'),
    readFile(join(folder, `${file}.json`), 'utf8'),
  ]);
  return { ...page, image: `data:image/webp;base64,${image}`, elements: JSON.parse(elements) };
}

/** Reads the screenshots of both passes. `npm run docs:images` captures them. */
export async function readSample(): Promise<{ before: SampleShot[]; after: SampleShot[] }> {
  const [before, after, pricing] = await Promise.all([
    readShot(pages.home, 'home-before'),
    readShot(pages.home, 'home-after'),
    readShot(pages.pricing, 'pricing'),
  ]);
  return { before: [before, pricing], after: [after, pricing] };
}

const CONTEXT = [
  'This is a sample to try the review page with. The website is made up.',
  'Robin requested two changes, and an agent reports both as fixed. Compare before and after, and say whether they are. Place marks of your own, then decide.',
  'Nobody is notified of your decision, and no agent works on your marks. The sample is deleted after a day.',
].join('\n\n');

/** Returns the request for one pass. */
export const reviewRequest = (shots: readonly SampleShot[], parentId: string | null): Input<'create_review'> => ({
  title: 'Sample: a new look for a coffee roaster',
  context: CONTEXT,
  type: 'website',
  parent_id: parentId,
  images: shots.map(({ label, path, viewport, image, elements }) => ({
    ...{ label, viewport, image, elements },
    page_url: `https://kiln-and-harbour.example${path}`,
  })),
});

/** Returns the request for the mark on a screenshot: its place is that of an element. */
export function markRequest(
  shots: readonly SampleShot[],
  index: number,
  size: { width: number; height: number },
): Input<'place_mark'> {
  const mark = marks[index];
  const box = shots[index]?.elements.find(({ outer_html: html }) =>
    new RegExp(`^<\\w+ [^>]*\\b${mark?.on}\\b`).test(html ?? ''),
  )?.box;
  if (mark === undefined || box === undefined) throw new Error(`The sample has no mark for screenshot ${index}`);
  const { kind, body, must_fix } = mark;
  const [x, y] = [box.x / size.width, box.y / size.height];
  const [width, height] = [Math.min(box.width / size.width, 1 - x), Math.min(box.height / size.height, 1 - y)];
  const place = kind === 'box' ? { x, y, width, height } : { x: x + width / 2, y: y + height / 2 };
  return {
    screenshot_index: index,
    kind,
    ...place,
    body,
    must_fix,
    author: 'Robin',
    client_mark_id: newId(new Date()),
  };
}

/** The agent's report on the marks. */
export const report: Input<'resolve_marks'>['marks'] = marks.map(({ note }, at) => ({
  id: at + 1,
  status: 'resolved',
  note,
}));
