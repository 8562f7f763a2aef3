import { createBrowser, findBrowser } from '../../../server/adapters/chromium/index.ts';
import { look } from '../../../server/adapters/images/index.ts';
import { createTextReader } from '../../../server/adapters/text-reader/index.ts';
import { chooseFindings, type Found, runRules } from '../../../server/domain/second-opinion/checklist.ts';
import type { Scene } from '../../../server/domain/second-opinion/rule.ts';
import { openStage, type Shown } from '../../second-opinion/support/stage.ts';
import { breakBase, type Case } from './labelled.ts';
import { findPlaces, type Placed, type Screen } from './places.ts';
import { type Label, type Score, scoreShot } from './score.ts';

/** One shot of a case: what was said of it, how right that was, and how long it took. */
export interface Outcome {
  case: Case;
  scene: Scene;
  bytes: Buffer;
  labels: Label[];
  findings: Found[];
  score: Score;
  /** To look at the picture and run the rules, in milliseconds */
  lookMs: number;
  /** To read the text of what is a picture only; null otherwise */
  readMs: number | null;
}

const READ_LIMIT_MS = 60_000;
const SLIDE = { width: 960, height: 540 };
const nothingOff: ReadonlySet<string> = new Set();

const screenOf = ({ as }: Case, { shot }: Scene): Screen => {
  if (as === 'slide' || as === 'email') return as;
  return shot.viewport?.name === 'mobile' ? 'mobile' : 'desktop';
};

/** The labels of one shot, in its pixels. */
function labelsOf({ as }: Case, { shot, facts }: Scene, placed: readonly Placed[]): Label[] {
  const scale = as === 'slide' ? shot.width / SLIDE.width : facts.scale;
  const top = as === 'slide' ? ((shot.pageNumber ?? 1) - 1) * SLIDE.height : 0;
  const screen = shot.viewport?.name;
  const isHere = ({ y }: { y: number }): boolean => as !== 'slide' || (y >= top && y < top + SLIDE.height);
  return placed.flatMap(({ defect, boxes }): Label[] => {
    if (defect.on !== undefined && screen !== undefined && defect.on !== screen) return [];
    const counts = defect.once !== true || screen !== 'mobile';
    if (defect.at === null) {
      return as === 'slide' && defect.slide !== shot.pageNumber ? [] : [{ defect, boxes: [], counts }];
    }
    const own = boxes.filter(isHere).map(({ x, y, width, height }) => ({
      x: x * scale,
      y: (y - top) * scale,
      width: width * scale,
      height: height * scale,
    }));
    return own.length === 0 ? [] : [{ defect, boxes: own, counts }];
  });
}

export interface Runner {
  run(each: Case): Promise<Outcome[]>;
  close(): Promise<void>;
}

/** Shows cases through what the service uses, and looks at them as it does. */
export async function openRunner(): Promise<Runner> {
  const found = await findBrowser({ browserPath: process.env.BROWSER_PATH });
  if (found === null) throw new Error('No browser: run `node server/setup/browser.ts`.');
  const browser = createBrowser({ path: found.path, concurrency: 2 });
  const stage = await openStage();
  const reader = createTextReader();

  async function readPicture({ scene, bytes }: Shown): Promise<{ scene: Scene; readMs: number }> {
    const started = performance.now();
    const texts = await reader.read(bytes, READ_LIMIT_MS);
    return { scene: { ...scene, facts: { ...scene.facts, texts } }, readMs: performance.now() - started };
  }

  async function judge(each: Case, shown: Shown, places: Map<Screen, Placed[]>): Promise<Outcome> {
    const { bytes } = shown;
    const read = each.as === 'picture' ? await readPicture(shown) : { scene: shown.scene, readMs: null };
    const started = performance.now();
    const scene = { ...read.scene, picture: await look(bytes) };
    const findings = chooseFindings(runRules(scene, nothingOff));
    const lookMs = performance.now() - started;
    const labels = labelsOf(each, scene, places.get(screenOf(each, scene)) ?? []);
    const score = scoreShot(findings, labels, scene.shot);
    return { case: each, scene, bytes, labels, findings, score, lookMs, readMs: read.readMs };
  }

  return {
    async run(each) {
      const { as, base } = each;
      const isPage = as === 'desktop';
      const shown = await stage.show({ as, html: breakBase(each), ...(isPage ? { beside: 'mobile' } : {}) }, base.type);
      const places = new Map<Screen, Placed[]>();
      for (const screen of new Set(shown.map(({ scene }) => screenOf(each, scene)))) {
        places.set(screen, each.defects.length === 0 ? [] : await findPlaces(browser, each, screen));
      }
      const outcomes: Outcome[] = [];
      for (const one of shown) outcomes.push(await judge(each, one, places));
      const lost = each.defects.filter(
        (defect) => !outcomes.some(({ labels }) => labels.some((l) => l.defect === defect)),
      );
      if (lost.length > 0)
        throw new Error(`${each.name}: nothing is there of ${lost.map(({ name }) => name).join(', ')}`);
      return outcomes;
    },
    async close() {
      await Promise.all([browser.close(), stage.close(), reader.close()]);
    },
  };
}
