import type { Area } from '../../contract/review.ts';
import { describeFault } from '../describe-fault.ts';
import { countTokens } from '../health/model-tokens.ts';
import type { ModelFinding, PixelBox, VisionModel } from '../port-types.ts';
import type { Ports } from '../ports.ts';
import { areaOf, type Found } from './checklist.ts';
import { plainWords } from './plain-words.ts';
import type { Scene } from './rule.ts';
import { type Asked, rulesToAsk } from './rules-to-ask.ts';

/** Less sure than that a model is wrong too often. */
const SURE = 0.6;
/** What is found by computing is more certain than any model: its findings come first. */
const MOST_WEIGHT = 0.6;
const DAY_SECONDS = 86_400;

/** Long edge of what models take, and so the height to which a part is legible. */
const PART_HEIGHT = 1_568;
const MOST_PARTS = 4;
/** Pixels that a part shares with the next, so that what lies on the edge is whole in one of them. */
const OVERLAP = 96;
const MOST_BYTES = 3_000_000;
/** Of a part: that is all of it, and no place. */
const ALL_OF_IT = 0.9;

/** Up to a few boxes that cover a picture from top to bottom, each at most as tall as is legible, where that is enough. */
export function partsOf({ width, height }: { width: number; height: number }): PixelBox[] {
  const legible = Math.max(PART_HEIGHT, width);
  const count = Math.min(MOST_PARTS, Math.ceil(height / legible));
  const step = Math.ceil(height / count);
  return Array.from({ length: count }, (_, at) => {
    const y = at * step;
    return { x: 0, y, width, height: Math.min(height - y, step + (at < count - 1 ? OVERLAP : 0)) };
  });
}

/** Where on the shot something in one of its parts is; null where it is no place in it. */
function placeOf(area: ModelFinding['area'], part: PixelBox, shot: Scene['shot']): Area | null {
  if (area === null || ![area.x, area.y, area.width, area.height].every((value) => value >= 0 && value <= 1))
    return null;
  const width = Math.min(area.width, 1 - area.x) * part.width;
  const height = Math.min(area.height, 1 - area.y) * part.height;
  if (width * height > ALL_OF_IT * part.width * part.height) return null;
  return areaOf({ x: part.x + area.x * part.width, y: part.y + area.y * part.height, width, height }, shot);
}

const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

/** What a model said, as a finding like any other; null when it is none: of no rule that was asked, unsure, without words. */
export function toFound(
  said: ModelFinding,
  asked: readonly Asked[],
  part: PixelBox,
  shot: Scene['shot'],
): Found | null {
  const rule = asked.find(({ id }) => id === said.rule);
  const [what, mend] = [plainWords(said.what), plainWords(said.mend)];
  if (rule === undefined || !(said.sure >= SURE && said.sure <= 1) || what === '' || mend === '') return null;
  return {
    rule: rule.id,
    severity: rule.severity,
    body: `${sentence(what)} ${rule.why} ${sentence(mend)}`,
    area: placeOf(said.area, part, shot),
    others: [],
    foundBy: 'model',
    weight: said.sure * MOST_WEIGHT,
  };
}

/** What a model says of one shot, and why there is less of it than there might be. */
export interface Opinion {
  found: Found[];
  /** null when all was asked and answered */
  problem: string | null;
}

interface Question {
  review: { id: string; workspaceId: string; title: string; context: string | null };
  scene: Scene;
  /** What the rules found on the shot */
  computed: readonly Found[];
  picture: Buffer;
  /** Ids of rules */
  off: ReadonlySet<string>;
}

async function askParts(
  ports: Ports,
  vision: VisionModel,
  question: Question,
  asked: readonly Asked[],
): Promise<Opinion> {
  const { review, scene, picture } = question;
  const { title, context } = review;
  const boxes = partsOf(scene.shot);
  const answers = await Promise.allSettled(
    boxes.map(async (box, at) => {
      const { bytes, contentType } = await ports.images.show(picture, box, [], MOST_BYTES);
      const part = { bytes, contentType, number: at + 1, of: boxes.length };
      const rulesAsked = asked.map(({ id, title, checks }) => ({ id, title, checks }));
      const about = { type: scene.type, title, context, label: scene.shot.label };
      const { findings, tokens } = await vision.ask({ ...about, part, rules: rulesAsked });
      countTokens(tokens);
      return findings.flatMap((said) => toFound(said, asked, box, scene.shot) ?? []);
    }),
  );
  const [fault] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (fault === undefined) return { found, problem: null };
  const said = vision.isFailure(fault) ? fault.message : 'The model gave no opinion: asking it failed.';
  ports.log.warn(
    { review: review.id, error: vision.isFailure(fault) ? said : describeFault(fault) },
    'a model was asked',
  );
  return { found, problem: said };
}

/**
 * Asks the model, where there is one, the day allows it and there is something to see. No fault of the model's is one of
 * this: what the rules find is not to be lost by it.
 */
export async function askModel(ports: Ports, question: Question): Promise<Opinion> {
  const { vision } = ports;
  const asked = rulesToAsk(question.scene.type, question.scene.facts.kind, question.off);
  const isBlank = question.computed.some(({ rule }) => rule === 'blank-picture');
  if (vision === null || asked.length === 0 || isBlank) return { found: [], problem: null };
  const limit = { max: vision.shotsPerDay, seconds: DAY_SECONDS };
  const { admitted } = await ports.admit(`vision:${question.review.workspaceId}`, limit);
  if (admitted) return askParts(ports, vision, question, asked);
  const problem = `The model gave no opinion: it has looked at this workspace’s ${limit.max} shots of the last 24 hours.`;
  return { found: [], problem };
}
