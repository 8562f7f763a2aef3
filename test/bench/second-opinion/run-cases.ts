import { pixelsOf } from '../../../server/adapters/images/index.ts';
import { analyze } from '../../../server/checklist/image/analyze.ts';
import type { Scene } from '../../../server/checklist/rule.ts';
import { type Finding, mostImportant, runRules } from '../../../server/checklist/run-rules.ts';
import { createTextReader } from '../../../server/checklist/text-recognition/create-text-reader.ts';
import { openStage, type Shown } from '../../capture/second-opinion/support/stage.ts';
import { newBrowser } from '../../support/browser.ts';
import { breakBase, type Case } from './labelled.ts';
import { findPlaces, type Placed, type Screen } from './places.ts';
import { type Label, type Score, scoreCase } from './score.ts';

/** One screenshot of a case, its findings, and how long they took. */
export interface Looked {
  scene: Scene;
  bytes: Buffer;
  labels: Label[];
  findings: Finding[];
  /** Milliseconds to analyse the image and run the rules. */
  lookMs: number;
  /** Milliseconds to read the text of an image without facts; null for others, and where it was not timed. */
  readMs: number | null;
}

export interface Outcome {
  case: Case;
  shots: Looked[];
  score: Score;
}

const READ_LIMIT_MS = 60_000;
const SLIDE = { width: 960, height: 540 };
const nothingOff: ReadonlySet<string> = new Set();

const screenOf = ({ as }: Case, { shot }: Scene): Screen => {
  if (as === 'slide' || as === 'email') return as;
  return shot.viewport?.name === 'mobile' ? 'mobile' : 'desktop';
};

/** Returns the labels of one screenshot, in its pixels. */
function labelsOf({ as }: Case, { shot, facts }: Scene, placed: readonly Placed[]): Label[] {
  const scale = as === 'slide' ? shot.width / SLIDE.width : facts.scale;
  const top = as === 'slide' ? ((shot.pageNumber ?? 1) - 1) * SLIDE.height : 0;
  const screen = shot.viewport?.name;
  const isHere = ({ y }: { y: number }): boolean => as !== 'slide' || (y >= top && y < top + SLIDE.height);
  return placed.flatMap(({ defect, boxes }): Label[] => {
    if (defect.on !== undefined && screen !== undefined && defect.on !== screen) return [];
    if (defect.at === null) {
      return as === 'slide' && defect.slide !== shot.pageNumber ? [] : [{ defect, boxes: [] }];
    }
    const own = boxes.filter(isHere).map(({ x, y, width, height }) => ({
      x: x * scale,
      y: (y - top) * scale,
      width: width * scale,
      height: height * scale,
    }));
    return own.length === 0 ? [] : [{ defect, boxes: own }];
  });
}

export interface Runner {
  run(each: Case): Promise<Outcome>;
  close(): Promise<void>;
}

/** Shows cases through the service’s adapters and checks them as it does. `timed` also times the reading of images. */
export async function openRunner({ timed = false } = {}): Promise<Runner> {
  const browser = await newBrowser(2);
  const stage = await openStage();
  const reader = createTextReader();

  /** Reads the image again, only to time it. */
  async function timeReading(bytes: Buffer): Promise<number> {
    const started = performance.now();
    await reader.read(await pixelsOf(bytes), READ_LIMIT_MS);
    return performance.now() - started;
  }

  /** `said` are the findings of the page’s earlier views, which are not repeated for this one (`withoutRepeats`). */
  async function judge(each: Case, shown: Shown, places: readonly Placed[], said: readonly Finding[]): Promise<Looked> {
    const { bytes } = shown;
    const readMs = timed && each.as === 'image' ? await timeReading(bytes) : null;
    const started = performance.now();
    const scene = { ...shown.scene, image: analyze(await pixelsOf(bytes)) };
    const computed = runRules(scene, nothingOff);
    const lookMs = performance.now() - started;
    const isNew = ({ rule, body }: Finding): boolean =>
      !said.some((other) => other.rule === rule && other.body === body);
    const findings = mostImportant(each.as === 'desktop' ? computed.filter(isNew) : computed);
    return { scene, bytes, labels: labelsOf(each, scene, places), findings, lookMs, readMs };
  }

  return {
    async run(each) {
      const { as, base, defects } = each;
      const beside = as === 'desktop' ? { beside: 'mobile' as const } : {};
      const shown = await stage.show({ as, html: breakBase(each), ...beside }, base.type);
      const places = new Map<Screen, Placed[]>();
      const shots: Looked[] = [];
      for (const one of shown) {
        const screen = screenOf(each, one.scene);
        const known = places.get(screen) ?? (defects.length === 0 ? [] : await findPlaces(browser, each, screen));
        places.set(screen, known);
        shots.push(
          await judge(
            each,
            one,
            known,
            shots.flatMap(({ findings }) => findings),
          ),
        );
      }
      const lost = defects.filter(
        (defect) => !shots.some(({ labels }) => labels.some((label) => label.defect === defect)),
      );
      if (lost.length > 0) throw new Error(`${each.name} does not show: ${lost.map(({ name }) => name).join(', ')}.`);
      return { case: each, shots, score: scoreCase(defects, shots) };
    },
    async close() {
      await Promise.all([browser.close(), stage.close(), reader.close()]);
    },
  };
}
