import type { ReviewType } from '../contract/review.ts';
import type { ShotFacts, TextFact } from '../contract/shot-facts.ts';
import { analyze } from './image/analyze.ts';
import type { Pixels } from './image/pixels.ts';
import { askModel, type ModelImages, type Opinion } from './model/ask-model.ts';
import { mergeModel } from './model/merge-model.ts';
import { modelRules } from './model/rules.ts';
import type { VisionModel } from './model/vision-model.ts';
import type { Other, Rule, Scene } from './rule.ts';
import { rules as computedRules } from './rules/index.ts';
import { runRules } from './run-rules.ts';
import type { TextReader } from './text-recognition/create-text-reader.ts';

const READ_LIMIT_MS = 20_000;

/** One screenshot and what is known about it. */
export interface CheckRequest {
  review: { type: ReviewType; title: string; context: string | null };
  shot: Scene['shot'];
  image: Buffer;
  /** null: only the image is known, so its text is recognised */
  facts: ShotFacts | null;
  others: readonly Other[];
  /** Ids of the rules that are switched off */
  off: ReadonlySet<string>;
  /** Counts one question to the model and returns whether it may be asked; null: the model is not wanted */
  claimModel: (() => Promise<boolean>) | null;
  /** Aborts when the facts must be there; the model has its own time limit */
  deadline: AbortSignal;
}

export interface ListedRule extends Pick<Rule, 'id' | 'title' | 'checks' | 'why' | 'severity' | 'types'> {
  foundBy: 'rule' | 'model';
}

const listed =
  (foundBy: ListedRule['foundBy']) =>
  ({ id, title, checks, why, severity, types }: Omit<ListedRule, 'foundBy'>): ListedRule => ({
    ...{ id, title, checks, why, severity, types },
    foundBy,
  });

/** Every rule, computed ones first; rules for the model run only where a model is configured. */
export const rules: readonly ListedRule[] = [...computedRules.map(listed('rule')), ...modelRules.map(listed('model'))];

const factsOfImage = (scale: number, texts: TextFact[]): ShotFacts => ({
  kind: 'image',
  scale,
  texts,
  images: [],
  controls: [],
  violations: [],
  page: null,
  email: null,
  slide: null,
});

/**
 * Recognises an image's text. Divides sizes by the scale of the screen that the image was taken of, 1 where it is
 * unknown.
 */
async function recognise(
  textReader: TextReader,
  pixels: Pixels,
  scale: number,
): Promise<{ facts: ShotFacts; isComplete: boolean }> {
  const { texts, isComplete } = await textReader.read(pixels, READ_LIMIT_MS);
  const inScreenPixels = texts.map((text) => ({ ...text, size: text.size / scale }));
  return { facts: factsOfImage(scale, inScreenPixels), isComplete };
}

/** Returns the result of `work`. @throws the signal's reason when it aborts first; a later result is dropped */
export async function beforeDeadline<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  deadline.throwIfAborted();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(deadline.reason);
  deadline.addEventListener('abort', abort);
  try {
    return await Promise.race([work, late]);
  } finally {
    deadline.removeEventListener('abort', abort);
  }
}

export interface ChecklistTools {
  images: ModelImages & { pixels(bytes: Buffer): Promise<Pixels> };
  textReader: TextReader;
  /** null: no model is asked */
  vision: VisionModel | null;
}

export interface Checklist {
  model: Pick<VisionModel, 'name' | 'shotsPerDay'> | null;
  /**
   * Checks one screenshot. Returns everything found, of which `mostImportant` chooses what is shown, and whether all
   * text was there to check. @throws the deadline's reason when the facts are not there in time
   */
  check(request: CheckRequest): Promise<Opinion & { isComplete: boolean }>;
}

export function createChecklist({ images, textReader, vision }: ChecklistTools): Checklist {
  async function sceneOf({ review, shot, image, facts: known, others }: CheckRequest) {
    const pixels = await images.pixels(image);
    const { facts, isComplete } =
      known === null
        ? await recognise(textReader, pixels, shot.viewport?.scale ?? 1)
        : { facts: known, isComplete: true };
    // An email without a stated type (`ui` is the default) is checked as one.
    const type = facts.kind === 'email' && review.type === 'ui' ? 'email' : review.type;
    const scene: Scene = { type, shot, facts, image: analyze(pixels), others };
    return { scene, isComplete };
  }

  return {
    model: vision,
    async check(request) {
      const { review, image, off, claimModel, deadline } = request;
      const { scene, isComplete } = await beforeDeadline(deadline, sceneOf(request));
      const computed = runRules(scene, off);
      const model = vision === null || claimModel === null ? null : { vision, images, claim: claimModel };
      const opinion = model === null ? null : await askModel(model, { review, scene, computed, image, off });
      return {
        findings: mergeModel(computed, opinion?.findings ?? []),
        problem: opinion?.problem ?? null,
        fault: opinion?.fault ?? null,
        tokens: opinion?.tokens ?? { input: 0, output: 0 },
        isComplete,
      };
    },
  };
}
