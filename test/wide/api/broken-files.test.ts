import { expect, test } from 'vitest';
import type { Client } from '../../../server/contract/client.ts';
import { brokenImages } from '../../support/broken-images/index.ts';
import { brokenPdfs, goodPdf } from '../../support/broken-images/pdf.ts';
import { png } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';

/** Below the limit of calls in a minute. */
const CALLS_OF_A_TOKEN = 25;

const service = await startService({ CREDITS_PER_MONTH: 'unlimited' });

interface Answer {
  status: number;
  body: { id?: string; status?: string; message?: string; errors?: { path: string; message: string }[] };
  client: Client;
}

/** Submits the files one after another over REST, with a new token after a number of files. */
function submitter() {
  let calls = 0;
  let client: (Client & { token: string }) | null = null;
  return async (source: object): Promise<Answer> => {
    if (client === null || calls % CALLS_OF_A_TOKEN === 0) client = await service.newClient();
    calls += 1;
    const answer = await fetch(`${service.url}/api/reviews`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Broken?', ...source }),
    });
    return { status: answer.status, body: (await answer.json()) as Answer['body'], client };
  };
}

/** Expects a refusal that names its field and contains no internal name. */
function expectClear(name: string, { status, body }: Answer, field: RegExp): void {
  expect([413, 422], `${name}: ${JSON.stringify(body)}`).toContain(status);
  expect(body.message, name).toMatch(/\w{3}/);
  expect(`${body.errors?.[0]?.path ?? ''} ${body.message}`, name).toMatch(field);
  expect(body.message, name).not.toMatch(/vips|sharp|pdfium|wasm|undefined|\[object|Error:/i);
}

const countsOf = (counts: ReadonlyMap<number, number>): string =>
  [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');

test('a broken image is refused with its field or accepted, and never causes an internal error', async () => {
  const submit = submitter();
  const files = (await brokenImages()).filter((_, at) => at % 12 === 0);
  const counts = new Map<number, number>();
  for (const [at, { name, bytes }] of files.entries()) {
    const text = bytes.toString('base64');
    const answer = await submit({ images: [at % 2 === 0 ? text : `data:image/png;base64,${text}`] });
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    if (answer.status === 201) expect(answer.body.status, name).toBe('open');
    else expectClear(name, answer, /^images/);
  }
  console.log(`${files.length} broken images over REST: ${countsOf(counts)}, 500: ${counts.get(500) ?? 0}`);
  expect(files.length).toBeGreaterThanOrEqual(120);
  expect(counts.get(422)).toBeGreaterThan(60);
  const good = await submit({ images: [(await png()).toString('base64')] });
  expect([good.status, good.body.status]).toEqual([201, 'open']);
});

test('a broken PDF is refused with its field, or becomes pages or a stated problem', async () => {
  const submit = submitter();
  const files = brokenPdfs();
  const counts = new Map<number, number>();
  const ends = new Map<string, number>();
  const ended = async ({ client, body }: Answer) => {
    const id = body.id ?? '';
    const read = async () => (await client.call('get_review', { id })).status;
    await expect.poll(read, { interval: 100 }).not.toBe('preparing');
    return client.call('get_review', { id });
  };
  for (const { name, bytes } of files) {
    const answer = await submit({ pdf: bytes.toString('base64') });
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    if (answer.status !== 201) {
      expectClear(name, answer, /^pdf/);
      continue;
    }
    const { status, problems, screenshots } = await ended(answer);
    ends.set(status, (ends.get(status) ?? 0) + 1);
    expect(['open', 'failed'], name).toContain(status);
    if (status === 'open') expect(screenshots.length, name).toBeGreaterThan(0);
    else expect(problems.length, name).toBeGreaterThan(0);
  }
  const made = [...ends].map(([status, count]) => `${count} ${status}`).join(', ');
  console.log(
    `${files.length} broken PDFs over REST: ${countsOf(counts)} (then ${made}), 500: ${counts.get(500) ?? 0}`,
  );
  expect(files.length).toBeGreaterThanOrEqual(60);
  expect(counts.get(422)).toBeGreaterThan(10);
  const good = await submit({ pdf: goodPdf().toString('base64') });
  expect(good.status).toBe(201);
  expect((await ended(good)).screenshots).toHaveLength(1);
});
