import { expect, test } from 'vitest';
import { askModel } from '../../../server/checklist/model/ask-model.ts';
import { VisionFailure } from '../../../server/checklist/model/vision-failure.ts';
import type { VisionModel } from '../../../server/checklist/model/vision-model.ts';
import { scene, shotOn } from '../../capture/second-opinion/support/scene.ts';

const slip = { rule: 'spelling', what: '“Sumbit” is misspelled.', fix: 'Write “Submit”.', sure: 0.9, area: null };

/** Asks about a screenshot in three parts, of which those in `answering` get an answer. */
function ask(answering: readonly number[]) {
  const vision: VisionModel = {
    name: 'test',
    shotsPerDay: 9,
    async ask({ part }) {
      if (!answering.includes(part.number)) {
        throw new VisionFailure('its answer was too long', false, { input: 100, output: 10 });
      }
      return { findings: [slip], tokens: { input: 1000, output: 1 } };
    },
    isFailure: (error) => error instanceof VisionFailure,
  };
  const images = { show: async () => ({ bytes: Buffer.alloc(0), contentType: 'image/webp' }) };
  const shot = shotOn('desktop', { label: 'Home', height: 4_500 });
  return askModel(
    { vision, images, claim: async () => true },
    {
      review: { title: '', context: null },
      scene: scene({}, { shot }),
      computed: [],
      image: Buffer.alloc(0),
      off: new Set(),
    },
  );
}

test.each([
  [[1, 2, 3], null, { input: 3000, output: 3 }],
  [[1, 3], 'The model checked only a part of “Home”: its answer was too long.', { input: 2100, output: 12 }],
  [[], 'The model gave no opinion: its answer was too long.', { input: 300, output: 30 }],
])(
  'where the model answers about the parts %j, its findings, its problem and its tokens agree',
  async (answering, problem, tokens) => {
    const opinion = await ask(answering);
    expect(opinion.findings).toHaveLength(answering.length);
    expect(opinion).toMatchObject({ problem, tokens });
  },
);
