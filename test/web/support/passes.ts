import sharp from 'sharp';
import { vi } from 'vitest';
import type { Review } from '../../../server/contract/review.ts';
import { mark } from '../../support/factories.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import type { TestService } from '../../support/service.ts';

type Client = Awaited<ReturnType<TestService['newClient']>>;

/** Returns a page with a title and three blocks, 900 px apart, in the given colours. */
export async function blocks(colours: readonly [string, string, string], height = 2400): Promise<string> {
  const drawn = colours.map(
    (fill, at) => `<rect x="80" y="${200 + at * 900}" width="400" height="120" fill="${fill}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="${height}"><rect width="100%" height="100%" fill="#fff"/><rect x="80" y="60" width="600" height="40" fill="#23262e"/>${drawn.join('')}</svg>`;
  return `data:image/png;base64,${(await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')}`;
}

const grey = '#a9b8ae';
const bodies = ['Too pale', 'Too crowded', 'Too low'];

/** Returns the place of a block, with a small margin. */
const placeOf = (at: number) => ({ x: 0.1, y: (190 + at * 900) / 2400, width: 0.6, height: 140 / 2400 });

/** Waits until the first screenshot is compared with that of the previous pass. Also works outside a test. */
async function isCompared(client: Client, id: string): Promise<void> {
  const compared = async () => {
    const { screenshots } = await client.call('get_review', { id });
    if (!screenshots[0]?.change?.areas.length) throw new Error('the screenshots are not compared yet');
  };
  await vi.waitFor(compared, { timeout: PATIENCE_MS, interval: 100 });
}

export interface Passes {
  client: Client;
  first: Review;
  second: Review;
}

/**
 * Makes pass 1 with a desktop and a mobile screenshot and three marks on the desktop one, all reported as fixed, the
 * second as must fix, with `marks` more of the same; and pass 2 with a taller desktop screenshot, where the first and
 * the third block changed, the second into `middle`, and a receipt in place of the mobile screenshot.
 */
export async function twoPasses(
  service: TestService,
  {
    marks: count = bodies.length,
    middle = grey,
    ...more
  }: { reference?: string; marks?: number; middle?: string } = {},
): Promise<Passes> {
  const client = await service.newClient();
  const first = await client.call('create_review', {
    title: 'Checkout page',
    context: 'Is the button right?',
    images: [
      { image: await blocks([grey, grey, grey]), label: 'Desktop' },
      { image: await blocks([grey, grey, grey], 1200), label: 'Mobile' },
    ],
    ...more,
  });
  const link = service.byLink(first.review_url);
  for (let at = 0; at < count; at += 1) {
    const body = bodies[at % bodies.length] ?? '';
    await link.call('place_mark', mark({ ...placeOf(at % bodies.length), body, must_fix: at === 1 }));
  }
  await link.call('decide', { outcome: 'changes_requested', name: 'Ada', after_decision: 0 });
  const marks = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    status: 'resolved' as const,
    note: `Fixed ${at + 1}`,
  }));
  await client.call('resolve_marks', { id: first.id, marks });
  const second = await client.call('create_review', {
    title: 'Checkout page',
    parent_id: first.id,
    images: [
      { image: await blocks(['#18723f', middle, '#c02626'], 2600), label: 'Desktop' },
      { image: await blocks([grey, grey, grey], 800), label: 'Receipt' },
    ],
    ...more,
  });
  await isCompared(client, second.id);
  return { client, first, second };
}

/**
 * Returns the link of pass 2, with two marks reported as fixed: the area of the first changed, that of the second did
 * not, and the third block changed outside the marks.
 */
export async function passWithChangeUnasked(service: TestService): Promise<string> {
  const client = await service.newClient();
  const images = [{ image: await blocks([grey, grey, grey]), label: 'Desktop' }];
  const first = await client.call('create_review', { title: 'Checkout page', images });
  const link = service.byLink(first.review_url);
  for (const [at, body] of bodies.slice(0, 2).entries()) await link.call('place_mark', mark({ ...placeOf(at), body }));
  await link.call('decide', { outcome: 'changes_requested', after_decision: 0 });
  const marks = [1, 2].map((id) => ({ id, status: 'resolved' as const }));
  await client.call('resolve_marks', { id: first.id, marks });
  const next = await client.call('create_review', {
    title: 'Checkout page',
    parent_id: first.id,
    images: [{ image: await blocks(['#18723f', grey, '#c02626']), label: 'Desktop' }],
  });
  await isCompared(client, next.id);
  return next.review_url;
}
