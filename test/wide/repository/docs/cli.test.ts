import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Client, createClient } from '../../../../server/contract/client.ts';
import { startReceiver } from '../../../api/support/receiver.ts';
import { sql } from '../../../api/support/sql.ts';
import { block, linesOf } from '../../../repository/docs/support/blocks.ts';
import { openShell } from '../../../repository/docs/support/shell.ts';
import { decide, mark, png, reviewerOf } from '../../../support/factories.ts';
import { box, writePdf } from '../../../support/pdf/write-pdf.ts';
import { startHttpServer } from '../../../support/servers.ts';
import { startService } from '../../../support/service.ts';

let client: Client;
const site = await startHttpServer((_, response) => response.end('<!doctype html><title>Shop</title><h1>Shop</h1>'));
const service = await startService({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8,webhook=127.0.0.0/8' });
const shell = await openShell(service.url, {
  'https://preview.example.com': site.origin,
  'http://localhost:3000': site.origin,
});
const receiver = await startReceiver();
await writeFile(join(shell.folder, 'home.png'), await png());
await writeFile(join(shell.folder, 'deck.pdf'), writePdf({ pages: [{ content: box(20, 20, 80, 40, [1, 0, 0]) }] }));

/** Returns the newest review that waits for a person. */
async function waiting(title: string) {
  const found = async () => (await client.call('list_reviews', {})).reviews.find((each) => each.title === title);
  await expect.poll(async () => (await found())?.status).toBe('open');
  return client.call('get_review', { id: (await found())?.id ?? '' });
}

test('the page’s commands lead from a login to the next pass', async () => {
  const commands = linesOf(block('cli', 'sightline login'));
  const [login = '', wait = '', local = '', pages = '', deck = '', opinion = '', packets = ''] = commands;
  const [reply = '', resolve = '', next = '', ...more] = commands.slice(7);
  expect(more).toEqual([]);
  const good = async (line: string, id = ''): Promise<string> => {
    const { code, stdout, stderr } = await shell.run(line.replace(/\bID\b/, id));
    expect(code, `${line}\n${stdout}${stderr}`).toBe(0);
    return stdout;
  };
  await good(login);
  const config = JSON.parse(await readFile(join(shell.folder, 'sightline/config.json'), 'utf8'));
  const [, token = ''] = /"token":"(slt_\w+)"/.exec(JSON.stringify(config)) ?? [];
  client = createClient({ baseUrl: service.url, bearer: token });

  const ended = shell.run(wait);
  const first = await waiting('home');
  for (const body of ['Too pale', 'Too wide', 'Another blue'])
    await reviewerOf(first).call('place_mark', mark({ body }));
  await decide(first, 'changes_requested');
  const { code, stdout } = await ended;
  expect(code).toBe(3);
  expect(stdout).toContain('Too pale');

  for (const line of [local, pages]) expect(await good(line)).toContain(`${service.url}/r/`);
  await good(deck);
  // Of a review without a decision.
  await good(opinion, (await waiting('New prices')).id);
  expect(await good(packets, first.id)).toContain('Too wide');
  await good(reply, first.id);
  const answered = shell.run(`sightline wait ${first.id}`);
  await reviewerOf(first).call('answer_mark', { mark_id: 3, body: 'Yes, that one.', author: 'Mara' });
  expect((await answered).stdout).toContain('Yes, that one.');
  await good(resolve, first.id);
  expect(await good(next, first.id)).toContain(`${service.url}/r/`);
  const lines = linesOf(block('cli', 'sightline login'));
  for (const line of linesOf(block('README', 'sightline login'))) expect(lines).toContain(line);
});

test('the script branches by the exit code', async () => {
  const script = block('cli', 'sightline review home.png --title');
  const ended = shell.run(script);
  await decide(await waiting('Home page'), 'approved');
  expect((await ended).stdout).toContain('approved');
  const again = shell.run(script);
  const second = await waiting('Home page');
  await reviewerOf(second).call('place_mark', mark({ body: 'Too dark' }));
  await decide(second, 'changes_requested');
  expect((await again).stdout).toContain('Too dark');
});

test('a webhook’s deliveries are listed, resumed and sent again', async () => {
  const images = [`data:image/png;base64,${(await png()).toString('base64')}`];
  const sent = await client.call('create_review', { title: 'Hooked', images, webhook_url: receiver.url });
  await decide(sent, 'approved');
  await expect.poll(() => receiver.received.length).toBe(1);
  await expect
    .poll(async () => (await client.call('get_review', { id: sent.id })).webhook?.last_delivered_at)
    .toBeTruthy();
  // The state after five failures in a row.
  await sql(service, 'UPDATE webhook_state SET paused = true, failure_count = 5');
  for (const line of linesOf(block('webhooks', 'sightline deliveries'))) {
    const { code, stdout, stderr } = await shell.run(line.replace(/\bID\b/, sent.id));
    expect(code, `${line}\n${stdout}${stderr}`).toBe(0);
  }
  await expect.poll(() => receiver.received.length).toBeGreaterThan(1);
});

test('everything can be exported, and the deletion is explained', async () => {
  const { code, stderr } = await shell.run(block('self-hosting', 'sightline export'));
  expect(code, stderr).toBe(0);
  const { reviews } = JSON.parse(await readFile(join(shell.folder, 'everything.json'), 'utf8'));
  expect(reviews.length).toBeGreaterThan(3);
});
