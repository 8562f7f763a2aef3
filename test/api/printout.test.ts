import sharp, { type Region } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createPdfTools } from '../../server/adapters/pdf/index.ts';
import type { Caller } from '../support/factories.ts';
import { decide, mark, nextPass, review, reviewerOf } from '../support/factories.ts';
import { onPage } from '../support/on-page.ts';
import { startService } from '../support/service.ts';
import { hold } from './support/lock.ts';
import { sql } from './support/sql.ts';

const pdf = createPdfTools();
const service = await startService();
afterAll(() => pdf.close());

/** A tall page with a green target, and a mark that lies in it, this far from its edges. */
const tall = { width: 1200, height: 2600 };
const target = { left: 300, top: 1900, width: 400, height: 200 };
const INSET = 40;

async function tallPage(): Promise<string> {
  const input = { create: { ...tall, channels: 3, background: '#e8e8f0' } } as const;
  const green = { create: { width: target.width, height: target.height, channels: 3, background: '#00c040' } } as const;
  const drawn = sharp(input).composite([{ input: await sharp(green).png().toBuffer(), ...target }]);
  return (await drawn.png().toBuffer()).toString('base64');
}

async function purpleImage(): Promise<string> {
  const purple = sharp({ create: { width: 120, height: 80, channels: 3, background: '#a020f0' } });
  return `data:image/jpeg;base64,${(await purple.jpeg().toBuffer()).toString('base64')}`;
}

/** Asks until the PDF is made, and returns its answer. */
async function printed(caller: Caller, id: string) {
  let answer = await caller.call('print_review', { id });
  await expect
    .poll(async () => {
      answer = await caller.call('print_review', { id, printout_id: answer.id });
      return answer.status;
    })
    .not.toBe('waiting');
  return answer;
}

const bytesAt = async (url: string | null | undefined): Promise<Buffer> => {
  const answer = await fetch(url ?? '');
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

type Box = { left: number; top: number; right: number; bottom: number };

/** Returns the box of the pixels that `isWanted` accepts; null when there are none. */
async function boxOf(
  png: Buffer,
  isWanted: (red: number, green: number, blue: number) => boolean,
): Promise<Box | null> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let box: Box | null = null;
  for (let at = 0; at < data.length; at += 3) {
    if (!isWanted(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) continue;
    const [x, y] = [(at / 3) % info.width, Math.floor(at / 3 / info.width)];
    box ??= { left: x, top: y, right: x, bottom: y };
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = y;
  }
  return box;
}

test('the PDF of a decided review says who decided what, and shows each mark where it lies, with its reference image', async () => {
  const client = await service.newClient();
  const images = [{ image: await tallPage(), label: 'Home, tall' }];
  const first = await review(client, { title: 'Printed', images });
  const place = {
    x: (target.left + INSET) / tall.width,
    y: (target.top + INSET) / tall.height,
    width: (target.width - 2 * INSET) / tall.width,
    height: (target.height - 2 * INSET) / tall.height,
  };
  const body = `Wrong green. See ${first.review_url}`;
  const { reference_image_url } = await reviewerOf(first).call('add_reference_image', { image: await purpleImage() });
  await reviewerOf(first).call('place_mark', mark({ ...place, body, must_fix: true, reference_image_url }));
  await decide(first, 'changes_requested', { note: 'Not green enough', name: 'Mara' });
  const { review: shown } = await reviewerOf(first).call('read_review', {});

  const answer = await printed(client, first.id);
  expect(answer).toMatchObject({ status: 'made', done: 1, total: 1, problem: null });
  const { headers } = await fetch(answer.pdf_url ?? '');
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="review-${first.id}.pdf"`);
  const bytes = await bytesAt(answer.pdf_url);
  const { pages, shown: read } = await pdf.render(bytes, 40);
  expect(read).toHaveLength(pages);
  const texts = read.map((page) => ('elements' in page ? page.elements.elements.map(({ text }) => text) : []));
  const text = texts.flat().join('\n');
  for (const words of ['Printed', 'Changes requested', 'Mara', 'Not green enough', 'Must fix', service.url]) {
    expect(text).toContain(words);
  }
  expect(text).toContain(shown.screenshots[0]?.sha256);
  const secrets = [first.review_url, first.guest_share_url].map((url) => url.split('/').at(-1) ?? '');
  for (const secret of secrets) {
    expect(text).not.toContain(secret.slice(0, 12));
    expect(bytes.includes(secret)).toBe(false);
  }

  const isGreen = (red: number, green: number, blue: number) => red < 40 && green > 160 && blue < 110;
  const isPurple = (red: number, green: number, blue: number) =>
    Math.abs(red - 160) + Math.abs(green - 32) + Math.abs(blue - 240) < 60;
  const purple = await Promise.all(read.map((page) => ('bytes' in page ? boxOf(page.bytes, isPurple) : null)));
  expect(purple.filter((box) => box !== null)).toHaveLength(1);
  const isRed = (red: number, green: number, blue: number) => red > 170 && green < 60 && blue < 80;
  const sheets = await Promise.all(
    read.map(async (page, at) => {
      const green = 'bytes' in page ? await boxOf(page.bytes, isGreen) : null;
      return 'bytes' in page && green !== null ? [{ page: page.bytes, green, texts: texts[at] ?? [] }] : [];
    }),
  );
  // Sheets overlap a little, so the target's edge may be on another one, too.
  const tallness = ({ green }: { green: Box }) => green.bottom - green.top;
  const [sheet] = sheets.flat().toSorted((a, b) => tallness(b) - tallness(a));
  if (sheet === undefined) throw new Error('The target is on no sheet');
  const { green } = sheet;
  expect(sheet.texts.join(' ')).toMatch(/(^| )1( |$)/);
  const [left, top, width, height] = [green.left, green.top, green.right - green.left, green.bottom - green.top];
  expect(width / height).toBeCloseTo(target.width / target.height, 1);
  const lineOf = (line: Region) => sharp(sheet.page).extract(line).png().toBuffer();
  const across = await boxOf(await lineOf({ left, top: top + Math.round(height / 2), width, height: 1 }), isRed);
  const down = await boxOf(await lineOf({ left: left + Math.round(width / 2), top, width: 1, height }), isRed);
  // The middle of the outline lies as far from the target's edges as the mark, to two pixels of the page as drawn here.
  const inset = (INSET * width) / target.width;
  for (const [distance, isOff] of [
    ['left', across?.left],
    ['right', across && width - across.right],
    ['top', down?.top],
    ['bottom', down && height - down.bottom],
  ] as const) {
    expect([distance, Math.abs((isOff ?? 999) - inset)]).toEqual([distance, expect.toSatisfy((by: number) => by <= 4)]);
  }
});

test('the page has the reference image of a mark, and what became of findings and suggestions', async () => {
  const client = await service.newClient();
  const made = await review(client);
  const reviewer = reviewerOf(made);
  const { reference_image_url } = await reviewer.call('add_reference_image', { image: await purpleImage() });
  await reviewer.call('place_mark', mark({ reference_image_url }));
  await client.call('add_findings', { id: made.id, findings: [{ body: 'Low contrast' }] });
  await reviewer.call('accept_finding', { finding_id: 1 });
  const guest = onPage(service.url, made.guest_share_url.split('/g/')[1] ?? '');
  const at = { screenshot_index: 0, kind: 'point', x: 0.5, y: 0.5 } as const;
  await guest.call('suggest', { ...at, body: 'More air', author: 'Ola', client_suggestion_id: crypto.randomUUID() });
  await reviewer.call('dismiss_suggestion', { suggestion_id: 1 });
  const page = await (await fetch(`${made.review_url}/printout`)).text();
  expect(page).toContain(`<img src="${new URL(reference_image_url).pathname}"`);
  const text = page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(text).toMatch(/Like this:.*added as mark 2 Low contrast.*dismissed More air.*by Ola/);
});

test('a printout is made once for each state of a review, and only for its own workspace', async () => {
  const client = await service.newClient();
  const made = await review(client);
  const first = await printed(client, made.id);
  expect((await client.call('print_review', { id: made.id })).id).toBe(first.id);
  expect((await reviewerOf(made).call('print_by_link', {})).id).toBe(first.id);
  await reviewerOf(made).call('place_mark', mark());
  const second = await printed(client, made.id);
  expect(second.id).not.toBe(first.id);
  const next = await nextPass(client, made);
  const others = client.call('print_review', { id: next.id, printout_id: second.id });
  await expect(others).rejects.toMatchObject({ status: 404 });
  await sql(service, `UPDATE printout SET expires_at = now() - interval '1 minute'`);
  expect((await fetch(second.pdf_url ?? '')).status).toBe(404);
  expect((await client.call('print_review', { id: made.id })).id).not.toBe(second.id);
});

test('a PDF is refused for a review without screenshots yet, and for more paper than anybody reads', async () => {
  const client = await service.newClient();
  const made = await review(client);
  await sql(service, `UPDATE review SET status = 'preparing' WHERE id = '${made.id}'`);
  const early = client.call('print_review', { id: made.id });
  await expect(early).rejects.toMatchObject({ status: 422, body: { error: 'invalid_state' } });
  await sql(service, `UPDATE review SET status = 'open' WHERE id = '${made.id}'`);
  await sql(service, `UPDATE shot SET width = 1000, height = 900000 WHERE review_id = '${made.id}'`);
  const long = client.call('print_review', { id: made.id });
  await expect(long).rejects.toMatchObject({ status: 422, message: expect.stringContaining('sheets of paper') });
});

test('the image with marks differs from the screenshot only at the marks', async () => {
  const client = await service.newClient();
  const [width, height] = [600, 400];
  const noise = Buffer.from(Array.from({ length: width * height * 4 }, (_, at) => (at * 2654435761) >>> 24));
  const image = (
    await sharp(noise, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
  ).toString('base64');
  const made = await review(client, { images: [{ image, label: 'Noise' }] });
  await reviewerOf(made).call('place_mark', mark({ x: 0.5, y: 0.5, width: 0.2, height: 0.2 }));
  const { images } = await client.call('print_review', { id: made.id });
  expect(images.map(({ label }) => label)).toEqual(['Noise']);
  const [drawn, original] = await Promise.all(
    [await bytesAt(images[0]?.url), await bytesAt(made.screenshots[0]?.url)].map((bytes) =>
      sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
    ),
  );
  if (drawn === undefined || original === undefined) throw new Error('no image');
  expect([drawn.info.width, drawn.info.height]).toEqual([width, height]);
  const changed = Array.from({ length: width * height }, (_, at) => at).filter(
    (at) => drawn.data.readUInt32LE(at * 4) !== original.data.readUInt32LE(at * 4),
  );
  const [x, y] = [(at: number) => at % width, (at: number) => Math.floor(at / width)];
  // The outline is three pixels on each side of the box, and the number stands within 40 pixels of it.
  const inside = (at: number) => x(at) > 304 && x(at) < 416 && y(at) > 204 && y(at) < 276;
  const outside = (at: number) => x(at) < 256 || x(at) > 464 || y(at) < 156 || y(at) > 324;
  expect(changed.length).toBeGreaterThan(500);
  expect(changed.filter((at) => inside(at) || outside(at))).toEqual([]);
});

test('the page that browsers print is that of the PDF, behind the review link alone', async () => {
  const client = await service.newClient();
  const made = await review(client, { title: 'On <paper>' });
  await reviewerOf(made).call('place_mark', mark({ body: 'Too pale' }));
  const answer = await fetch(`${made.review_url}/printout`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; (?!.*script-src)/);
  const page = await answer.text();
  expect(page).toContain('On &lt;paper&gt;');
  expect(page).toContain('Too pale');
  const [, image] = /<image href="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(service.url + image)).headers.get('content-type')).toBe('image/png');
  expect((await fetch(`${made.guest_share_url.replace('/g/', '/r/')}/printout`)).status).toBe(404);
});

test('a PDF that is being made of an earlier state is not that of the decided review', async () => {
  const client = await service.newClient();
  const made = await review(client);
  const first = await client.call('print_review', { id: made.id });
  const holder = await hold(service);
  await holder.query('SELECT 1 FROM printout WHERE id = $1 FOR UPDATE', [first.id]);
  await decide(made, 'approved');
  const second = await client.call('print_review', { id: made.id });
  await holder.end('COMMIT');
  expect(second.id).not.toBe(first.id);
  expect((await printed(client, made.id)).id).toBe(second.id);
});
