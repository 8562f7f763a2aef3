import sharp from 'sharp';
import type { Client, Input } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';

const size = { width: 240, height: 160 };
const box = { x: 40, y: 40, width: 120, height: 48 };
type Image = NonNullable<Input<'add_screenshot'>['images']>[number];

/** A page with one button, of which a style has a value; what the button's colour is, the image shows. */
export async function pageWith(
  label: string,
  selector: string,
  colour: string,
  styles: Record<string, string> = { 'background-color': colour },
  more: Partial<Exclude<Image, string>> = {},
): Promise<Image> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="#fff"/><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${colour}"/></svg>`;
  const image = await sharp(Buffer.from(svg)).png().toBuffer();
  return {
    ...{ image: image.toString('base64'), label, viewport: { name: 'desktop', ...size, scale: 1 } },
    elements: [{ box, tag: 'button', text: `Button ${selector}`, selectors: [{ selector, matches: 1 }], styles }],
    ...more,
  };
}

const BATCH = 50;

/** Returns screenshots with a button of this colour on each; there are `causes` kinds of buttons. */
export const pagesWith = (colour: string, count: number, causes: number): Promise<Image[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      pageWith(`Page ${at + 1}`, `button.kind-${String.fromCharCode(97 + (at % causes))}`, colour),
    ),
  );

/** Makes two passes of `count` screenshots, on each of which one of `causes` buttons changed its colour. */
export async function changedPages(client: Pick<Client, 'call'>, count: number, causes: number): Promise<Review> {
  const pass = async (colour: string, more: Partial<Input<'create_review'>>): Promise<Review> => {
    const images = await pagesWith(colour, count, causes);
    let review = await client.call('create_review', { title: 'Many pages', images: images.slice(0, 1), ...more });
    for (let at = 1; at < count; at += BATCH) {
      review = await client.call('add_screenshot', { id: review.id, images: images.slice(at, at + BATCH) });
    }
    return review;
  };
  const first = await pass('#4477aa', {});
  return pass('#aa4477', { parent_id: first.id });
}
