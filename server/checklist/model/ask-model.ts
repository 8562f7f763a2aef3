import type { Area } from '../../contract/review.ts';
import type { PixelBox } from '../../contract/shot-facts.ts';
import type { Scene } from '../rule.ts';
import { areaOf, type Finding } from '../run-rules.ts';
import { plainWords } from './plain-words.ts';
import { type Asked, rulesToAsk } from './rules-to-ask.ts';
import type { ModelFinding, TokenCount, VisionModel } from './vision-model.ts';

/** Below this confidence a model is wrong too often. */
const SURE = 0.6;
/** Computed findings are more certain than any model's, so they rank first. */
const MAX_WEIGHT = 0.6;

/** The longest edge of an image that models accept, in pixels; a taller part would be scaled down and hard to read. */
const PART_HEIGHT = 1_568;
const MAX_PARTS = 4;
/** Pixels that a part shares with the next, so that an element at the edge is whole in one of them. */
const OVERLAP = 96;
const MAX_BYTES = 3_000_000;
/** The share of a part from which an area counts as the whole part rather than a place in it. */
const ALL_OF_IT = 0.9;

/**
 * Returns up to `MAX_PARTS` boxes that cover an image from top to bottom, each short enough to stay legible as far as
 * that many boxes suffice.
 */
export function partsOf({ width, height }: { width: number; height: number }): PixelBox[] {
  const legible = Math.max(PART_HEIGHT, width);
  const count = Math.min(MAX_PARTS, Math.ceil(height / legible));
  const step = Math.ceil(height / count);
  return Array.from({ length: count }, (_, at) => {
    const y = at * step;
    return { x: 0, y, width, height: Math.min(height - y, step + (at < count - 1 ? OVERLAP : 0)) };
  });
}

/** Converts an area of one part to an area of the screenshot; null where it is invalid or covers the whole part. */
function placeOf(area: ModelFinding['area'], part: PixelBox, shot: Scene['shot']): Area | null {
  if (area === null || ![area.x, area.y, area.width, area.height].every((value) => value >= 0 && value <= 1))
    return null;
  const width = Math.min(area.width, 1 - area.x) * part.width;
  const height = Math.min(area.height, 1 - area.y) * part.height;
  if (width * height > ALL_OF_IT * part.width * part.height) return null;
  return areaOf({ x: part.x + area.x * part.width, y: part.y + area.y * part.height, width, height }, shot);
}

const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

/**
 * Turns a model's answer into a finding; null when its rule was not asked, its confidence is too low, or words are
 * missing.
 */
export function toFinding(
  said: ModelFinding,
  asked: readonly Asked[],
  part: PixelBox,
  shot: Scene['shot'],
): Finding | null {
  const rule = asked.find(({ id }) => id === said.rule);
  const [what, fix] = [plainWords(said.what), plainWords(said.fix)];
  if (rule === undefined || !(said.sure >= SURE && said.sure <= 1) || what === '' || fix === '') return null;
  return {
    rule: rule.id,
    severity: rule.severity,
    body: `${sentence(what)} ${rule.why} ${sentence(fix)}`,
    area: placeOf(said.area, part, shot),
    others: [],
    foundBy: 'model',
    weight: said.sure * MAX_WEIGHT,
  };
}

/** The model's findings on one screenshot, and why some may be missing. */
export interface Opinion {
  findings: Finding[];
  /** What went wrong, in a sentence for people; null when every question was answered */
  problem: string | null;
  /** The cause of `problem`: a sentence or an error; null when nothing failed */
  fault: unknown;
  tokens: TokenCount;
}

export interface ModelImages {
  /** Returns a part of the image in a size and format that models accept. */
  show(
    bytes: Buffer,
    part: PixelBox,
    pins: readonly [],
    maxBytes: number,
  ): Promise<{ bytes: Buffer; contentType: string }>;
}

export interface AskedModel {
  vision: VisionModel;
  images: ModelImages;
  /** Counts one question and returns whether it may be asked */
  claim(): Promise<boolean>;
}

interface Question {
  review: { title: string; context: string | null };
  scene: Scene;
  /** What the rules found on the screenshot */
  computed: readonly Finding[];
  image: Buffer;
  /** Ids of the rules that are switched off */
  off: ReadonlySet<string>;
}

const nothing = { findings: [], fault: null, tokens: { input: 0, output: 0 } };

async function askParts({ vision, images }: AskedModel, question: Question, asked: readonly Asked[]): Promise<Opinion> {
  const { review, scene, image } = question;
  const { title, context } = review;
  const boxes = partsOf(scene.shot);
  const answers = await Promise.allSettled(
    boxes.map(async (box, at) => {
      const { bytes, contentType } = await images.show(image, box, [], MAX_BYTES);
      const part = { bytes, contentType, number: at + 1, of: boxes.length };
      const rules = asked.map(({ id, title, checks }) => ({ id, title, checks }));
      const about = { type: scene.type, title, context, label: scene.shot.label };
      const { findings, tokens } = await vision.ask({ ...about, part, rules });
      return { tokens, findings: findings.flatMap((each) => toFinding(each, asked, box, scene.shot) ?? []) };
    }),
  );
  const failures: unknown[] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  const answered = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const counts = [...answered, ...failures.filter(vision.isFailure)];
  const sum = (kind: keyof TokenCount): number => counts.reduce((total, { tokens }) => total + tokens[kind], 0);
  const [error] = failures;
  const reason = vision.isFailure(error) ? error.reason : 'asking it failed';
  const problem =
    answered.length === 0
      ? `The model gave no opinion: ${reason}.`
      : `The model checked only a part of “${scene.shot.label}”: ${reason}.`;
  return {
    findings: answered.flatMap(({ findings }) => findings),
    problem: error === undefined ? null : problem,
    fault: error === undefined ? null : vision.isFailure(error) ? problem : error,
    tokens: { input: sum('input'), output: sum('output') },
  };
}

/**
 * Asks the model unless no rule is left to ask, the image is blank or the daily limit is reached. Never throws when the
 * model fails, because that would lose the computed findings.
 */
export async function askModel(model: AskedModel, question: Question): Promise<Opinion> {
  const asked = rulesToAsk(question.scene.type, question.scene.facts.kind, question.off);
  const isBlank = question.computed.some(({ rule }) => rule === 'blank-picture');
  if (asked.length === 0 || isBlank) return { ...nothing, problem: null };
  if (await model.claim()) return askParts(model, question, asked);
  const problem = `The model gave no opinion: this workspace’s limit of ${model.vision.shotsPerDay} screenshots in 24 hours is reached.`;
  return { ...nothing, problem };
}
