import sharp from 'sharp';
import { contrastOf } from '../../server/checklist/support/contrast.ts';
import type { ReviewerView } from '../../server/contract/reviewer.ts';

type Mark = ReviewerView['review']['marks'][number];
type Viewport = { width: number; height: number };

/** What the screenshot of a pass shows of a marked element. */
interface Shown {
  /** Whether the mark’s request is fulfilled. */
  isFixed: boolean;
  /** The measurement with its unit. */
  measured: string;
}

/** A mark that the scripted reviewer places. */
export interface ScriptedMark {
  /** Label of the screenshot. */
  label: string;
  path: string;
  viewport: Viewport;
  /** The element that a person would see and mark. */
  selector: string;
  kind: 'point' | 'box';
  body: string;
  mustFix: boolean;
  /** Measures the marked element on the screenshot of a pass. */
  measure(placed: Placed): Promise<Shown> | Shown;
}

/** A marked element, its screenshot, and the device pixels per CSS pixel there. */
interface Placed {
  shot: ReviewerView['review']['screenshots'][number];
  box: { x: number; y: number; width: number; height: number };
  scale: number;
}

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export const scriptedMarks: readonly ScriptedMark[] = [
  {
    label: '/ · desktop',
    path: '/',
    viewport: desktop,
    selector: '.button-primary',
    kind: 'point',
    body: 'This button is too pale: its text has hardly any contrast.',
    mustFix: true,
    async measure(placed) {
      const contrast = shownContrast(await pixelsOf(placed));
      return { isFixed: contrast >= 4.5, measured: `text contrast ${contrast.toFixed(1)} to 1` };
    },
  },
  {
    label: '/pricing/ · mobile',
    path: '/pricing/',
    viewport: phone,
    selector: '.plan-featured',
    kind: 'box',
    body: 'The highlighted plan is wider than the phone, so the page scrolls sideways.',
    mustFix: false,
    measure({ shot, box, scale }) {
      const right = Math.round(box.x + box.width);
      return {
        isFixed: right <= phone.width && shot.width === phone.width * scale,
        measured: `ends at ${right} px on a screen of ${phone.width} px`,
      };
    },
  },
];

/** Returns what a pass shows of a scripted mark’s element; null for any other mark. */
export async function measure({ review }: ReviewerView, mark: Mark): Promise<Shown | null> {
  const script = scriptedMarks.find(({ body }) => body === mark.body);
  if (script === undefined) return null;
  const shot = review.screenshots.find(({ index }) => index === mark.screenshot_index);
  if (shot === undefined || mark.element === null || mark.position !== 'exact')
    return { isFixed: false, measured: 'element not found' };
  return script.measure({ shot, box: mark.element.box, scale: shot.viewport?.scale ?? 1 });
}

/** Counts the pixels of an element without its rounded ends, by their colour as `#rrggbb`. */
async function pixelsOf({ shot, box, scale }: Placed): Promise<Map<string, number>> {
  const { x, y, width, height } = box;
  const image = await (await fetch(shot.url)).arrayBuffer();
  const { data } = await sharp(image)
    .extract({
      left: Math.round((x + height / 2) * scale),
      top: Math.round((y + 2) * scale),
      width: Math.round((width - height) * scale),
      height: Math.round((height - 4) * scale),
    })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Map<string, number>();
  for (let at = 0; at < data.length; at += 3) {
    const colour = `#${data.subarray(at, at + 3).toString('hex')}`;
    pixels.set(colour, (pixels.get(colour) ?? 0) + 1);
  }
  return pixels;
}

/** Returns the contrast of the most frequent colour, the background, with the colour that differs most from it. */
function shownContrast(pixels: Map<string, number>): number {
  const [background] = [...pixels].reduce((most, each) => (each[1] > most[1] ? each : most));
  return Math.max(...[...pixels.keys()].map((colour) => contrastOf(colour, background)));
}
