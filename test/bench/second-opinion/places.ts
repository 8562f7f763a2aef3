import type { SharedBrowser } from '../../../server/adapters/chromium/index.ts';
import { contextOptions, emailViewport, viewports } from '../../../server/capture/index.ts';
import type { PixelBox } from '../../../server/domain/port-types.ts';
import { breakBase, type Case, type Defect } from './labelled.ts';

/** A defect, and its boxes on one screen in CSS pixels from the document’s upper left corner. */
export interface Placed {
  defect: Defect;
  boxes: PixelBox[];
}

export type Screen = 'desktop' | 'mobile' | 'email' | 'slide';

const slide = { name: 'slide', width: 960, height: 540, scale: 1, mobile: false };
const screens = { ...viewports, email: emailViewport, slide };
/** Smaller boxes are invisible. */
const LEAST = 2;

/** Opens the broken document on the screen without the service’s code, and returns the place of each defect. */
export function findPlaces(browser: SharedBrowser, each: Case, screen: Screen): Promise<Placed[]> {
  const options = { ...contextOptions({ viewport: screens[screen] }, '140.0'), javaScriptEnabled: false };
  return browser.withContext(options, async (context) => {
    const page = await context.newPage();
    await page.setContent(breakBase(each), { waitUntil: 'load' });
    return Promise.all(
      each.defects.map(async (defect): Promise<Placed> => {
        const elements = defect.at === null ? [] : await page.locator(defect.at).all();
        const boxes = await Promise.all(elements.map((element) => element.boundingBox()));
        const seen = boxes.filter((box) => box !== null && box.width >= LEAST && box.height >= LEAST);
        return { defect, boxes: seen.filter((box) => box !== null) };
      }),
    );
  });
}
