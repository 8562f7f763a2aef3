import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../../server/cli/commands.ts';
import { type Cli, createCli } from './support/cli.ts';

let cli: Cli;
const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
beforeAll(async () => {
  // Nothing here may get as far as the service.
  cli = await createCli({ SIGHTLINE_URL: 'http://127.0.0.1:9', SIGHTLINE_TOKEN: 'slt_nobodys' });
});
afterAll(() => cli.remove());

test('--help lists every command and the exit codes', async () => {
  const { code, stdout, stderr } = await cli.run(['--help']);
  expect([code, stderr]).toEqual([0, '']);
  for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} .*${summary}$`, 'm'));
  expect(stdout).toContain('3  changes requested');
  expect((await cli.run(['help'])).stdout).toBe(stdout);
});

test.each(commands.map(({ name }) => name))('%s --help says what it takes', async (name) => {
  const { code, stdout } = await cli.run([name, '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain(`Usage: sightline ${name}`);
  for (const option of Object.keys(commands.find((each) => each.name === name)?.options ?? {})) {
    expect(stdout).toContain(`--${option}`);
  }
  expect((await cli.run(['help', name])).stdout).toBe(stdout);
});

test('--version says which', async () => {
  expect((await cli.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [[], 'Usage: sightline COMMAND'],
  [['shwo'], 'There is no command "shwo"'],
  [['show'], '"sightline show" needs more than that'],
  [['show', id, id], '"sightline show" takes fewer arguments'],
  [['show', 'abc'], '"abc" is not a review\'s ID'],
  [['disconnect', 'abc'], '"abc" is not a connection\'s ID, which has 26 letters and digits. "sightline connections"'],
  [['list', '--refrence', 'x'], 'Unknown option \'--refrence\'. See "sightline list --help".'],
  [['list', '--url', 'ftp://x'], '--url must be an address'],
  [['list', '--url', 'http://me:pw@x'], 'must not hold a name or password'],
  [['wait', id, '--timeout', 'soon'], '--timeout must be a whole number'],
  [['second-opinion', id, '--shot', '40'], '--shot must be a whole number from 0 to 39'],
  [['resolve', id], 'needs more than that'],
  [['resolve', id, 'x'], 'A mark must be a whole number'],
  [['resolve', id, '1', '1=again'], 'Mark 1 is named twice'],
  [['review'], 'needs more than that'],
  [['review', 'nowhere.png'], 'nowhere.png is not there'],
  [['review', '.'], '. is a folder'],
  [['review', 'https://example.com/', 'a.png'], 'either addresses or files'],
  [['review', 'https://example.com/', '--label', 'x'], '--label is for pictures'],
  [['review', 'https://example.com/', '--header', 'x'], '--header must look like'],
  [['review', 'https://example.com/', '--cookie', 'x'], '--cookie must look like'],
  [['review', 'https://example.com/', '--type', 'x'], '--type must be one of'],
  [['review', 'https://example.com/', '--parent', 'x'], '"x" is not a review\'s ID'],
  [['review', ...Array.from({ length: 21 }, (_, at) => `https://example.com/${at}`)], '21 pages are too many'],
])('%j is a mistake that is explained', async (args, words) => {
  const { code, stdout, stderr } = await cli.run(args);
  expect(code).toBe(2);
  expect(`${stdout}${stderr}`).toContain(words);
});

test('files that cannot be sent are named before anything is', async () => {
  const picture = await cli.picture('home.png');
  await cli.file('notes.txt', 'no picture');
  await cli.file('empty.png', '');
  await cli.file('deck.pdf', '%PDF-1.7');
  const said = async (...args: string[]) => {
    const { code, document } = await cli.json(['review', ...args]);
    expect([code, document.error]).toEqual([2, 'usage']);
    return document.message;
  };
  expect(await said(picture, 'notes.txt')).toBe('notes.txt is not a PNG, JPEG, WebP, PDF or .html file.');
  expect(await said('empty.png')).toBe('empty.png is empty.');
  expect(await said(picture, 'deck.pdf')).toContain('Give it alone');
  expect(await said(picture, picture)).toContain('Two pictures are labelled');
  expect(await said(picture, '--label', 'a', '--label', 'b')).toBe('There are more labels than pictures.');
  expect(await said(picture, '--mask', '.clock')).toContain('are for addresses');
  expect(await said(...Array.from({ length: 41 }, () => picture))).toContain('41 pictures are too many');
});
