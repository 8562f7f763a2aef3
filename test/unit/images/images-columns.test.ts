import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compare } from '../../../server/adapters/images/index.ts';
import { follow } from '../../../server/domain/mark/follow.ts';
import { regionShare } from '../../../server/domain/mark/region-share.ts';

const [width, height] = [640, 800];
const shot = { width, height, pixelRatio: 1 };

interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws columns of distinct lines of words from `top` downwards, and a button beside them. */
async function page(columns: { x: number; top: number; seed: number }[], button: Spot, colour = 60): Promise<Buffer> {
  const grey = new Uint8Array(width * height).fill(255);
  for (const { x, top, seed } of columns) {
    let state = seed;
    for (let line = 0; line < 24; line += 1) {
      for (let dot = 0; dot < 260; dot += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        const y = top + line * 26 + ((state >>> 16) % 10);
        if (y < height && (state >>> 8) % 3 > 0) grey[y * width + x + dot] = (state >>> 24) % 160;
      }
    }
  }
  for (let y = button.y; y < button.y + button.height; y += 1) {
    grey.fill(colour, y * width + button.x, y * width + button.x + button.width);
    for (let x = 8; x < button.width - 8; x += 3) if (y % 4 > 0) grey[y * width + button.x + x] = 230;
  }
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

test('in 30 pages with one moved column, marks on the other column stay and Diff shows no change there', async () => {
  const counts = { exact: 0, uncertain: 0, wrong: 0, unchanged: 0 };
  for (let round = 0; round < 30; round += 1) {
    const button = { x: 400 + (round % 5) * 10, y: 120 + round * 17, width: 120, height: 32 };
    const down = 20 + round * 3;
    const right = { x: 352, top: 40, seed: round + 100 };
    const before = await page([{ x: 16, top: 40, seed: round + 1 }, right], button);
    const after = await page([{ x: 16, top: 40 + down, seed: round + 1 }, right], button);
    const { map, areas } = await compare(before, after);
    for (const area of areas) expect(area.x + area.width).toBeLessThanOrEqual(352);
    const place = {
      x: button.x / width,
      y: button.y / height,
      width: button.width / width,
      height: button.height / height,
    };
    const change = { kind: 'changed' as const, map };
    const bare = { kind: 'box' as const, element: null, before: null, after: null, from: shot, to: shot };
    const stayed = follow({ ...bare, place, change });
    if (regionShare(map, 'changed', stayed.place, shot, 1) === 0) counts.unchanged += 1;
    if (stayed.position === 'uncertain') counts.uncertain += 1;
    else if (Math.abs(stayed.place.y - place.y) * height < 1) counts.exact += 1;
    else counts.wrong += 1;
  }
  console.log(JSON.stringify(counts));
  expect(counts.wrong).toBe(0);
  expect(counts.exact).toBeGreaterThanOrEqual(25);
  expect(counts.unchanged).toBeGreaterThanOrEqual(counts.exact);
});

test('rows removed from a column that moved are reported as a change', async () => {
  const button = { x: 400, y: 200, width: 120, height: 32 };
  const right = { x: 352, top: 300, seed: 7 };
  const before = await page([{ x: 16, top: 40, seed: 1 }, right], button);
  const after = await page([{ x: 16, top: 96, seed: 1 }, right], button, 255);
  const { areas } = await compare(before, after);
  const isOn = ({ x, y, width: across, height: down }: Spot) =>
    x < button.x + button.width && button.x < x + across && y < button.y + button.height && button.y < y + down;
  expect(areas.some(isOn)).toBe(true);
});
