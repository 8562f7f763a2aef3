import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Ports } from '../../../server/domain/ports.ts';
import { cleanUpShots } from '../../../server/domain/retention/clean-up-shots.ts';
import { startReceiver } from '../../api/support/receiver.ts';
import { refusal } from '../../api/support/rest-and-mcp.ts';
import { sql } from '../../api/support/sql.ts';
import { asProcess as workAs } from '../../support/another-process.ts';
import { stillClock } from '../../support/clock.ts';
import { base64, decide, mark, nextPass, png, rejectedReview, review, reviewerOf } from '../../support/factories.ts';
import { words, writePdf } from '../../support/pdf/write-pdf.ts';
import { startService } from '../../support/service.ts';

const clock = stillClock();
const service = await startService({ OUTBOUND_ALLOW: 'fetch=127.0.0.0/8' }, clock.now);
const client = await service.newClient();
const imageServer = await startReceiver();
imageServer.answerWith(async () => ({ type: 'image/png', body: await png() }));
// A screenshot with this label cannot be stored, as when a database fails halfway.
await sql(
  service,
  `CREATE FUNCTION boom() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN IF NEW.label = 'Boom' THEN RAISE EXCEPTION 'boom'; END IF; RETURN NEW; END $$`,
);
await sql(service, 'CREATE TRIGGER boom BEFORE INSERT ON shot FOR EACH ROW EXECUTE FUNCTION boom()');

/** Returns every file that the service keeps, by its path below the screenshots. */
async function files(): Promise<string[]> {
  const root = join(service.dataDir, 'shots');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 1)] : [],
  );
}

const asProcess = <T>(work: (ports: Ports) => Promise<T>): Promise<T> => workAs(service, clock.now, work);

test('a review whose screenshots cannot be stored leaves no file, whether its images are sent or fetched', async () => {
  const before = await files();
  const images = [
    { image: await base64(), label: 'Home' },
    { image: await base64(), label: 'Boom' },
  ];
  expect((await refusal(review(client, { images }))).status).toBe(500);
  const open = await review(client);
  const added = client.call('add_screenshot', { id: open.id, image: await base64(), label: 'Boom' });
  expect((await refusal(added)).status).toBe(500);
  const { credits } = await client.call('get_billing', {});
  const made = await review(client, { images: [{ image: `${imageServer.url}/a.png`, label: 'Boom' }] });
  const status = async () => (await client.call('get_review', { id: made.id })).status;
  await expect.poll(status).toBe('failed');
  expect((await client.call('get_billing', {})).credits.left).toBe(credits.left);
  await client.call('delete_review', { id: open.id });
  expect(await files()).toEqual(before);
});

test('files of a process that stopped before it wrote their rows are deleted with their review', async () => {
  const mine = await service.newClient();
  const made = await review(mine);
  const folder = join(service.dataDir, 'shots', mine.workspaceId);
  const leave = async (below: string) => {
    await mkdir(join(folder, below), { recursive: true });
    await writeFile(join(folder, below, 'shot.png'), 'an image');
  };
  const left = async () => (await files()).filter((file) => file.startsWith(mine.workspaceId));
  await leave(`${made.id}/01ARZ3NDEKTSV4RRFFQ69G5FAV`);
  await mine.call('delete_review', { id: made.id });
  expect(await left()).toEqual([]);
  await leave('01ARZ3NDEKTSV4RRFFQ69G5FAV/01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await mine.call('delete_workspace', { confirm: mine.workspaceId });
  expect(await left()).toEqual([]);
});

test('a sent PDF is deleted once its pages are drawn, also when a process stops in between', async () => {
  const pdf = writePdf({ pages: [{ content: words('Hello', 40, 40, 20) }] }).toString('base64');
  const made = await client.call('create_review', { title: 'Deck', pdf });
  const status = async () => (await client.call('get_review', { id: made.id })).status;
  await expect.poll(status).toBe('open');
  const documents = async () => (await files()).filter((file) => file.endsWith('.pdf'));
  const named = () => sql(service, 'SELECT 1 FROM shot_request WHERE file_key IS NOT NULL');
  // The row is written after its file is deleted: it says when the job is done.
  await expect.poll(named).toEqual([]);
  expect(await documents()).toEqual([]);
  const key = `${client.workspaceId}/${made.id}/document-left.pdf`;
  const path = join(service.dataDir, 'shots', key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'a deck');
  await sql(service, 'UPDATE shot_request SET file_key = $1 WHERE review_id = $2', [key, made.id]);
  await asProcess(cleanUpShots);
  expect(await documents()).toEqual([]);
  expect(await named()).toEqual([]);
});

test('a PDF of one page leaves the positions of further pages free', async () => {
  const body = writePdf({ pages: [{ content: words('Hello', 40, 40, 20) }] });
  imageServer.answerWith(() => ({ type: 'application/pdf', body }));
  const made = await client.call('create_review', { title: 'Deck', pdf: `${imageServer.url}/deck.pdf` });
  const status = async () => (await client.call('get_review', { id: made.id })).status;
  await expect.poll(status).toBe('open');
  const { screenshots } = await client.call('add_screenshot', { id: made.id, image: await base64() });
  expect(screenshots.map(({ index, label }) => [index, label])).toEqual([
    [0, 'Page 1'],
    [1, 'Screenshot 2'],
  ]);
  imageServer.answerWith(async () => ({ type: 'image/png', body: await png() }));
});

test('a page with text that no database accepts can be marked, on this pass and the next', async () => {
  // The font maps the letter A to half of a surrogate pair.
  const map = '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <D83D> endbfchar';
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap ${map} endcmap end end`;
  const font = { dict: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 101 0 R', stream: '' };
  const page = { content: 'BT /Odd 60 Tf 40 200 Td (HelloAworld) Tj ET', resources: '/Font << /Odd 100 0 R >>' };
  const bytes = writePdf({
    pages: [page],
    others: [`<< ${font.dict} >>`, { dict: '', stream: cmap }],
  });
  const opened = async (more: { parent_id?: string }) => {
    const made = await client.call('create_review', { title: 'Deck', pdf: bytes.toString('base64'), ...more });
    const status = async () => (await client.call('get_review', { id: made.id })).status;
    await expect.poll(status).toBe('open');
    return client.call('get_review', { id: made.id });
  };
  const first = await opened({});
  const [shot] = first.screenshots;
  const { elements } = (await (await fetch(shot?.elements_url ?? '')).json()) as {
    elements: { text: string; box: { x: number; y: number; width: number; height: number } }[];
  };
  const [line] = elements;
  expect(line?.text).toBe('Hello\ufffdworld');
  const { x = 0, y = 0, width = 0, height = 0 } = line?.box ?? {};
  const place = {
    x: x / (shot?.width ?? 1),
    y: y / (shot?.height ?? 1),
    width: width / (shot?.width ?? 1),
    height: height / (shot?.height ?? 1),
  };
  await reviewerOf(first).call('place_mark', mark(place));
  await decide(first, 'changes_requested');
  const second = await opened({ parent_id: first.id });
  expect(second.marks[0]?.element?.text).toContain('world');
});

test('copies of after-images are deleted long after every pass of their chain expired', async () => {
  const first = await rejectedReview(client, [{}]);
  const shown = { id: 1, status: 'resolved' as const, after_image: `${imageServer.url}/after.png` };
  await client.call('resolve_marks', { id: first.id, marks: [shown] });
  const markNow = async () => (await client.call('get_review', { id: first.id })).marks[0];
  await expect.poll(async () => (await markNow())?.after_image_url).not.toBeNull();
  const url = (await markNow())?.after_image_url ?? '';
  const copies = async () => (await files()).filter((file) => file.includes(`/after-${first.id}/`));
  expect(await copies()).toHaveLength(1);
  clock.aheadMs = 10 * 86_400_000;
  const second = await nextPass(client, first);
  await client.call('cancel_review', { id: second.id });
  await sql(service, 'DELETE FROM shot WHERE review_id = $1', [first.id]);
  clock.aheadMs = 65 * 86_400_000;
  await asProcess(cleanUpShots);
  expect((await fetch(url)).status).toBe(200);
  clock.aheadMs = 75 * 86_400_000;
  await asProcess(cleanUpShots);
  expect((await fetch(url)).status).toBe(404);
  expect(await copies()).toEqual([]);
  clock.aheadMs = 0;
});
