import { describe, expect, test } from 'vitest';
import type { Pixels } from '../../../server/checklist/image/pixels.ts';
import { createTextReader } from '../../../server/checklist/text-recognition/create-text-reader.ts';
import { bestLines } from '../../../server/checklist/text-recognition/lines.ts';
import type { SeenLine } from '../../../server/checklist/text-recognition/messages.ts';
import { stripsOf } from '../../../server/checklist/text-recognition/strips.ts';
import type { Reading } from '../../../server/checklist/text-recognition/thread.ts';

const seen: SeenLine = { text: 'Seen', x: 1, y: 2, width: 30, height: 10, sure: 0.9 };
const image: Pixels = { words: new Uint32Array(40 * 20).fill(0xffffeeee), width: 40, height: 20 };

/** Threads that return these readings, one each, and are unusable after a reading that was cut short. */
function readerWith(readings: Reading[]) {
  const problems: string[] = [];
  const given: number[] = [];
  let started = 0;
  const reader = createTextReader({
    warn: (problem) => problems.push(problem),
    start() {
      started += 1;
      let fit = true;
      return {
        fit: () => fit,
        async read(_job, limitMs) {
          given.push(limitMs);
          const reading = readings.shift() ?? { lines: [], cutShort: null };
          fit = reading.cutShort === null;
          return reading;
        },
        async close() {
          fit = false;
        },
      };
    },
  });
  return { reader, problems, given, started: () => started };
}

describe('a thread', () => {
  test.each([
    ['late', 'An image was not read to its end within 30 s.'],
    ['crash', 'What reads text in images ended by itself.'],
  ] as const)('that is %s costs itself: what it read counts, and another one reads on', async (cutShort, problem) => {
    const { reader, problems, given, started } = readerWith([
      { lines: [seen], cutShort },
      { lines: [{ ...seen, text: 'Next' }], cutShort: null },
      { lines: [], cutShort: null },
    ]);
    const all = [1, 2, 3].map(() => reader.read(image, 30_000));
    const read = (await Promise.all(all)).map(({ texts, isComplete }) => [
      isComplete,
      ...texts.map(({ text }) => text),
    ]);
    expect(read).toEqual([[false, 'Seen'], [true, 'Next'], [true]]);
    expect(problems).toEqual([problem]);
    expect(started()).toBe(2);
    for (const limitMs of given) expect(limitMs).toBeLessThanOrEqual(30_000);
    await reader.close();
  });

  test('is not started or used after the process begins to stop', async () => {
    const { reader, started } = readerWith([]);
    const reading = reader.read(image, 30_000);
    await reader.close();
    await expect(reading).rejects.toThrow(/the process is stopping/);
    await expect(reader.read(image, 30_000)).rejects.toThrow(/the process is stopping/);
    expect(started()).toBe(0);
  });
});

describe('the lines of a reading', () => {
  const line = (text: string, x: number, y: number, width: number, sure: number): SeenLine => ({
    text,
    x,
    y,
    width,
    height: 12,
    sure,
  });

  test('keep the longest reasonable reading of text that was read twice or in parts', () => {
    const seen = [
      line('before Sunday', 40, 100, 90, 0.96),
      line('before Sunday evening', 40, 100, 150, 0.9),
      line('bef0re 5unday evcning', 41, 101, 150, 0.5),
      line('Another line', 40, 140, 90, 0.4),
    ];
    expect(bestLines(seen).map(({ text }) => text)).toEqual(['before Sunday evening', 'Another line']);
  });

  test('come from strips that are cut between lines of text and cover every row', () => {
    const [width, height] = [40, 4_000];
    const pixels = new Uint8Array(width * height).fill(255);
    // The lines are twelve rows tall, with ten empty rows between them.
    for (let y = 0; y < height; y += 1) {
      if (y % 22 < 12) for (let x = 4; x < 36; x += 3) pixels[y * width + x] = 0;
    }
    const strips = stripsOf({ pixels, width, height });
    expect(strips.length).toBeGreaterThan(2);
    expect(strips[0]?.from).toBe(0);
    expect(strips.at(-1)?.to).toBe(height);
    strips.slice(1).forEach(({ from }, at) => {
      expect(from).toBe(strips[at]?.to);
      expect(from % 22).toBeGreaterThanOrEqual(12);
    });
  });
});
