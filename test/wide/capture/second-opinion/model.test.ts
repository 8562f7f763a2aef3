import { expect, test } from 'vitest';
import { type Answering, json, saying, startVisionProvider } from '../../../api/adapters/support/vision-provider.ts';
import {
  byRule,
  expectOnlyModelLost,
  KEY,
  makeImage,
  opinion,
  said,
  slip,
  startWithModel,
  wideReview,
} from '../../../capture/second-opinion/support/vision-model.ts';
import { review } from '../../../support/factories.ts';
import { startService } from '../../../support/service.ts';

const provider = await startVisionProvider();
const service = await startWithModel(provider);

const faults: [string, Answering, string][] = [
  ['nonsense', saying('Nice page!'), 'its answer cannot be read'],
  ['a fault', (response) => response.writeHead(500, { 'retry-after-ms': '1' }).end(), 'reported an error (500)'],
  ['JSON of another shape', saying('[1, 2'), 'its answer cannot be read'],
  ['a refusal', saying('No.', true), 'it declined to answer'],
  ['a limit', (response) => response.writeHead(429, { 'retry-after': '3600' }).end(), 'rate limit is reached'],
  ['a reset', (response) => response.socket?.resetAndDestroy(), 'cannot be reached'],
  ['a redirect', (response) => response.writeHead(302, { location: '/v2' }).end(), 'redirected the request'],
  ['a giant', (response) => json(response, '['.repeat(3_000_000)), 'its answer was too long'],
];

test.each(faults)('%s loses only the model’s findings, with a notice of the failure', (_, how, words) =>
  expectOnlyModelLost(service, provider, how, words),
);

test('a tall screenshot is sent in four parts, and a finding in a part is placed on the whole', async () => {
  provider.answers((response, say, { body }) => {
    const isLast = body.includes('part 4 of 4');
    json(response, say({ text: JSON.stringify({ findings: isLast ? [slip] : [] }) }));
  });
  const client = await service.newClient();
  const { id } = await review(client, { images: [{ image: await makeImage(100, 8_000), label: 'Long' }] });
  const now = await opinion(client, id);
  expect(provider.asked).toHaveLength(4);
  const found = now.findings.find(({ found_by }) => found_by === 'model');
  expect(found?.area?.y).toBeCloseTo(0.75 + 0.2 / 4);
  expect(found?.area?.height).toBeCloseTo(0.1 / 4);
});

test('a model that never answers delays only its own screenshot, until the time limit', async () => {
  provider.answers(() => {});
  const patient = await startService({
    ...{ VISION_PROVIDER: 'openai', VISION_MODEL: 'gpt-4.1-mini', VISION_API_KEY: KEY, VISION_URL: provider.origin },
    ...{ VISION_TIMEOUT_SECONDS: '8' },
  });
  const client = await patient.newClient();
  const { id } = await wideReview(client);
  const now = await opinion(client, id);
  expect(said(now)).toEqual([byRule]);
  expect(now.second_opinion).toMatchObject({
    ...{ done: 1, failed: 0 },
    problems: ['The model gave no opinion: it did not answer within 8 seconds.'],
  });
  expect(provider.asked.map(({ path }) => path)).toEqual(['/responses']);
});
