import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { pixelsOf } from '../../../../server/adapters/images/index.ts';
import { createTextReader } from '../../../../server/checklist/text-recognition/create-text-reader.ts';
import { startThread } from '../../../../server/checklist/text-recognition/thread.ts';
import type { PixelBox } from '../../../../server/domain/port-types.ts';
import { testBrowser } from '../../../support/browser.ts';

const PLENTY_MS = 240_000;
const support = (name: string): URL => new URL(`../../../api/adapters/support/${name}`, import.meta.url);

const browser = await testBrowser();

const sample = `<!doctype html><meta charset="utf-8"><body style="margin:0;font:14px/1.5 sans-serif;background:#fff;color:#222">
  <h1 style="font-size:32px;margin:20px">Quarterly overview</h1>
  <p style="margin:20px"><span>Three vessels left the harbour this week.</span></p>
  <p style="margin:20px;color:#c9ced4"><span>Pending payment of an old invoice</span></p>
  <div style="background:#1b1b1f;color:#5a5a62;padding:20px"><span>Grey words on a dark ground</span></div>
  <div style="background:#ffd9a8;color:#fff;padding:20px;font-size:16px"><span>Start booking now</span></div></body>`;

interface Drawn {
  bytes: Buffer;
  /** Boxes of the page’s runs of text, in pixels of the image. */
  places: Map<string, PixelBox>;
}

function draw(html: string, size: { width: number; height: number }, scale = 1): Promise<Drawn> {
  return browser.withContext({ viewport: size, deviceScaleFactor: scale }, async (context) => {
    const page = await context.newPage();
    await page.setContent(html, { waitUntil: 'load' });
    const places = new Map<string, PixelBox>();
    for (const each of await page.locator('h1, span').all()) {
      const box = await each.boundingBox();
      if (box === null) continue;
      const { x, y, width, height } = box;
      places.set((await each.textContent()) ?? '', {
        x: x * scale,
        y: y * scale,
        width: width * scale,
        height: height * scale,
      });
    }
    return { bytes: await page.screenshot(), places };
  });
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the share of letters that match. Lines may lack a letter at their ends. */
function likeness(one: string, other: string): number {
  const [a, b] = [letters(one), letters(other)];
  const row = Array.from({ length: b.length + 1 }, () => 0);
  for (const letter of a) {
    let before = 0;
    for (let at = 1; at <= b.length; at += 1) {
      const here = row[at] ?? 0;
      row[at] = letter === b[at - 1] ? before + 1 : Math.max(here, row[at - 1] ?? 0);
      before = here;
    }
  }
  return (row[b.length] ?? 0) / Math.max(a.length, b.length);
}

type Reader = ReturnType<typeof createTextReader>;
const readWith = async (of: Reader, bytes: Buffer, limitMs: number) =>
  (await of.read(await pixelsOf(bytes), limitMs)).texts;

const reader = createTextReader();
afterAll(() => reader.close());

describe('recognised text', () => {
  test('includes text of every contrast, with its place and approximate size, at both densities', async () => {
    for (const scale of [1, 2]) {
      const { bytes, places } = await draw(sample, { width: 520, height: 330 }, scale);
      const facts = await readWith(reader, bytes, PLENTY_MS);
      for (const [text, place] of places) {
        const [best] = facts
          .map((fact) => ({ fact, like: likeness(fact.text, text) }))
          .sort((one, other) => other.like - one.like);
        expect(best?.like, `${text} at ${scale}`).toBeGreaterThan(0.85);
        if (best === undefined) continue;
        const { box, sure, size } = best.fact;
        expect(sure).toBeGreaterThan(0.6);
        expect(box.x).toBeGreaterThan(place.x - 3 * scale);
        expect(box.x).toBeLessThan(place.x + 6 * scale);
        expect(box.y).toBeGreaterThan(place.y - 3 * scale);
        expect(box.y + box.height).toBeLessThan(place.y + place.height + 3 * scale);
        const real = (text === 'Quarterly overview' ? 32 : text === 'Start booking now' ? 16 : 14) * scale;
        expect(size).toBeGreaterThan(real * 0.8);
        expect(size).toBeLessThan(real * 1.2);
      }
      console.log(`at ${scale}: ${places.size} of ${places.size} lines of contrast 1.3 to 16 read in place`);
    }
  });

  test('is empty for images without text', async () => {
    const flat = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#eef' } })
      .png()
      .toBuffer();
    expect(await readWith(reader, flat, PLENTY_MS)).toEqual([]);
  });

  test('is found in wide images, transparent ones, JPEGs and dots', async () => {
    const { bytes } = await draw('<body><h1>Opening hours</h1></body>', { width: 400, height: 120 });
    const wide = await sharp(bytes).resize(2_400, 720, { fit: 'fill' }).png().toBuffer();
    const clear = await sharp(bytes).unflatten().png().toBuffer();
    const jpeg = await sharp(bytes).jpeg({ quality: 60 }).toBuffer();
    const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    for (const [name, drawing, most] of [
      ['wide', wide, 2_400],
      ['clear', clear, 400],
      ['jpeg', jpeg, 400],
    ] as const) {
      const facts = await readWith(reader, drawing, PLENTY_MS);
      expect(
        facts.map(({ text }) => text),
        name,
      ).toContain('Opening hours');
      for (const { box } of facts) expect(box.x + box.width).toBeLessThanOrEqual(most);
    }
    expect(await readWith(reader, dot, PLENTY_MS)).toEqual([]);
  });
});

describe('the thread of the reader', () => {
  test('needs no network', async () => {
    const preload = ['--import', fileURLToPath(support('no-network.mjs'))];
    const control = createTextReader({ start: () => startThread(support('dialling-thread.mjs'), preload) });
    const { bytes } = await draw('<body><h1>Opening hours</h1></body>', { width: 400, height: 120 });
    const image = await pixelsOf(bytes);
    const said = (await control.read(image, PLENTY_MS)).texts.map(({ text }) => text);
    await control.close();
    expect(said, 'threads below have no network either').toEqual(
      Array.from({ length: 2 }, () => 'There is no network here.'),
    );
    const cutOff = createTextReader({ start: () => startThread(undefined, preload) });
    expect((await cutOff.read(image, PLENTY_MS)).texts.map(({ text }) => text)).toContain('Opening hours');
    await cutOff.close();
  });

  test('that hangs is stopped at the deadline: its lines count, and a new thread reads the next image', async () => {
    const problems: string[] = [];
    let started = 0;
    const own = createTextReader({
      warn: (problem) => problems.push(problem),
      start: () => {
        started += 1;
        return started === 1 ? startThread(support('hanging-thread.mjs')) : startThread();
      },
    });
    const { bytes } = await draw('<body><h1>Opening hours</h1></body>', { width: 400, height: 120 });
    const image = await pixelsOf(bytes);
    const cut = own.read(image, 30_000);
    const next = own.read(image, PLENTY_MS);
    expect((await cut).texts.map(({ text }) => text)).toEqual(['Seen']);
    expect((await next).texts.map(({ text }) => text)).toContain('Opening hours');
    expect(problems).toEqual(['An image was not read to its end within 30 s.']);
    expect(started).toBe(2);
    await own.close();
  });

  test('that crashes is replaced, and waiting images are read', async () => {
    const problems: string[] = [];
    let started = 0;
    const own = createTextReader({
      warn: (problem) => problems.push(problem),
      start: () => {
        started += 1;
        return started === 1 ? startThread(new URL('data:text/javascript,process.exit(3)')) : startThread();
      },
    });
    const { bytes } = await draw('<body><h1>Opening hours</h1></body>', { width: 400, height: 120 });
    const image = await pixelsOf(bytes);
    const [first, second] = await Promise.all([own.read(image, PLENTY_MS), own.read(image, PLENTY_MS)]);
    expect(first).toEqual({ texts: [], isComplete: false });
    expect(second.texts.map(({ text }) => text)).toContain('Opening hours');
    expect(problems).toEqual(['What reads text in images ended by itself.']);
    await own.close();
  });

  test('does not block the process, and is stopped when idle', async () => {
    let thread: ReturnType<typeof startThread> | null = null;
    const own = createTextReader({
      idleMs: 20,
      start: () => {
        thread = startThread();
        return thread;
      },
    });
    const { bytes } = await draw(sample, { width: 520, height: 330 });
    const image = await pixelsOf(bytes);
    let ticks = 0;
    let reading = true;
    const tick = (): void => {
      ticks += 1;
      if (reading) setImmediate(tick);
    };
    tick();
    const began = process.cpuUsage();
    expect((await own.read(image, PLENTY_MS)).texts.length).toBeGreaterThan(3);
    reading = false;
    const used = process.cpuUsage(began).user / 1_000;
    // Each turn of the loop could have served something else.
    expect(ticks).toBeGreaterThan(500);
    console.log(
      `${ticks.toLocaleString('en')} turns of the event loop while an image was read (${Math.round(used)} ms of work)`,
    );
    await expect.poll(() => (thread as ReturnType<typeof startThread> | null)?.fit()).toBe(false);
    // The thread is started again when it is needed.
    expect((await own.read(image, PLENTY_MS)).texts.length).toBeGreaterThan(3);
    await own.close();
  });

  test('is stopped at once with the process, even while it reads an image', async () => {
    const own = createTextReader({ start: () => startThread(support('hanging-thread.mjs')) });
    const { bytes } = await draw('<body><h1>Opening hours</h1></body>', { width: 400, height: 120 });
    const image = await pixelsOf(bytes);
    const reading = own.read(image, PLENTY_MS).then(
      () => 'read',
      (error: Error) => error.message,
    );
    await expect.poll(() => own.close().then(() => 'closed')).toBe('closed');
    expect(await reading).toMatch(/the process is stopping/);
    await expect(own.read(image, PLENTY_MS)).rejects.toThrow(/the process is stopping/);
  });
});
