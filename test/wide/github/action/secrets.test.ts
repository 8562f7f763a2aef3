import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Pull, startBench } from '../../../github/action/support/bench.ts';
import { startFront } from '../../../github/action/support/front.ts';

const given = {
  header: 'bypass-4f1c9ab7d2e84c55',
  cookie: 'session-93b2aa10c7d94e01',
  github: 'ghp_wrong0123456789abcdefghij0123456789',
  token: 'slt_wrong0123456789abcdefghij0123456789abcdefghij0',
};

const bench = await startBench({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8' });
// A service that repeats in its refusals what it was sent.
const front = await startFront(bench.service.url, (request) =>
  request === 'POST /api/reviews'
    ? {
        status: 422,
        body: {
          message: `No: ${given.header} ${given.cookie}`,
          errors: [{ path: 'headers', message: given.header }],
        },
      }
    : null,
);

const images = { images: 'shots/*.png' };
const capture = {
  url: 'http://127.0.0.1:9/',
  headers: `x-preview-bypass: ${given.header}\naccept-language: de`,
  cookies: `session=${given.cookie}`,
};

test.each<[string, () => Record<string, string>, Record<string, string>]>([
  ['a review', () => images, {}],
  ['a review without a secret', () => ({ ...images, token: '' }), {}],
  ['a refused id-token', () => ({ ...images, token: '', 'service-url': bench.github.apiUrl }), {}],
  ['a capture with headers and cookies that fails', () => capture, {}],
  ['a service that repeats them', () => ({ ...capture, 'service-url': front.url }), {}],
  ['a wrong token', () => ({ ...images, token: given.token }), {}],
  ['a wrong github-token', () => ({ ...images, 'github-token': given.github }), {}],
  [
    'a wrong request for an id-token',
    () => ({ ...images, token: '' }),
    { ACTIONS_ID_TOKEN_REQUEST_TOKEN: given.token },
  ],
  ['debugging', () => ({ ...images, token: '' }), { RUNNER_DEBUG: '1', ACTIONS_STEP_DEBUG: 'true' }],
])('%s leaves no secret in the log, the outputs, the summary, the comment or a file', async (_, inputs, env) => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const run = await pull.act({ inputs: inputs(), env });
  const secrets = new Set([pull.client.token, ...Object.values(given), ...run.secrets, ...Object.values(run.given)]);
  const shown = [run.log, JSON.stringify(run.outputs), run.summary, ...(await left(pull))].join('\n');
  const found = [...secrets].filter((secret) => secret !== '' && shown.includes(secret));
  expect(found).toEqual([]);
  // Checked before the runner masks secrets.
  const raw = [...secrets].filter((secret) => secret !== '' && run.rawLog.includes(secret));
  expect(raw).toEqual([]);
  console.log(`${secrets.size} secrets searched for in ${shown.length} characters`);
});

async function left(pull: Pull): Promise<string[]> {
  const comments = (await pull.comments()).map(({ body }) => {
    const rows = /sightline-rows:([\w+/=]*)/.exec(body)?.[1] ?? '';
    return body + Buffer.from(rows, 'base64').toString();
  });
  const files = await readdir(pull.workspace, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  return [...comments, ...(await Promise.all(texts))];
}
