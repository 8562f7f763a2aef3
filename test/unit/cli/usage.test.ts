import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Context } from '../../../server/cli/command.ts';
import { commands } from '../../../server/cli/commands.ts';
import { UsageError } from '../../../server/cli/failure.ts';
import { commandHelp, generalHelp } from '../../../server/cli/help.ts';
import { checkCount, findCommand, parseCommand, readHeaderText } from '../../../server/cli/parse.ts';
import { readAddress } from '../../../server/cli/session.ts';

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

test('help lists every command with its arguments', () => {
  const all = generalHelp(commands);
  for (const { name, summary } of commands) expect(all).toMatch(new RegExp(`^  ${name} .*${summary}$`, 'm'));
  expect(all).toContain('3  changes requested');
  for (const command of commands) {
    const said = commandHelp(command);
    expect(said).toContain(`Usage: sightline ${command.name}`);
    for (const option of Object.keys(command.options)) expect(said).toContain(`--${option}`);
  }
});

test('a token of characters that no header carries is refused by the name of where it is from', () => {
  expect(readHeaderText(' slt_abc\n', '--token')).toBe('slt_abc');
  expect(() => readHeaderText('slt_…', 'SIGHTLINE_TOKEN')).toThrow(
    'SIGHTLINE_TOKEN has characters that cannot be sent',
  );
});

test.each(['login', 'rotate-token'])('%s asks for no token that it cannot keep', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'config-'));
  await symlink(join(folder, 'none/at/all'), join(folder, 'sightline'));
  const command = commands.find((each) => each.name === name);
  const unwritable = { ...context, env: { XDG_CONFIG_HOME: folder }, givenToken: null, login: null } as Context;
  await expect(command?.run(unwritable, [], {})).rejects.toThrow('config.json cannot be written');
  await rm(folder, { recursive: true });
});

test('help names no server that the launcher does not start', () => {
  const [, servers = ''] = /Servers:\n([\s\S]*?)\n\n/.exec(generalHelp(commands)) ?? [];
  const launcher = readFileSync('server/cli/sightline.mjs', 'utf8');
  const names = servers.split('\n').map((row) => row.trim().split(' ')[0]);
  expect(names).toContain('serve');
  expect(names.filter((name) => !launcher.includes(`'${name}'`))).toEqual([]);
});

test('the command is the first word that is neither an option nor the value of one', () => {
  expect(findCommand(['--url', 'http://a', '--json', 'show', id])).toEqual({
    name: 'show',
    rest: ['--url', 'http://a', '--json', id],
  });
  expect(findCommand(['--version'])).toEqual({ name: undefined, rest: ['--version'] });
});

/** A connection that fails, because none of these calls may reach the service. */
const ask = async () => {
  throw new Error('It asked the service.');
};
const context = { session: () => ({ call: ask, once: ask, readByLink: ask }) } as unknown as Context;

async function mistakeIn([name, ...args]: string[]): Promise<string> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`There is no ${name}`);
  try {
    const { values, words } = parseCommand(command, args);
    checkCount(command, words);
    if (values.url !== undefined) readAddress(values.url, '--url');
    await command.run(context, words, values);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'none';
}

test.each([
  [['show'], '"sightline show" needs more than that'],
  [['show', id, id], '"sightline show" takes fewer arguments'],
  [['show', 'abc'], '"abc" is not a review\'s ID'],
  [['disconnect', 'abc'], '"abc" is not a connection\'s ID, which has 26 letters and digits. "sightline connections"'],
  [['delete-baseline', 'abc'], '"abc" is not a baseline\'s ID, which has 26 letters and digits. "sightline baselines"'],
  [['list', '--refrence', 'x'], 'Unknown option \'--refrence\'. See "sightline list --help".'],
  [['list', '--url', 'ftp://x'], '--url must be an address'],
  [['list', '--url', 'http://me:pw@x'], 'must not hold a name or password'],
  [['wait', id, '--timeout', 'soon'], '--timeout must be a whole number'],
  [['review', 'http://localhost/', '--step', 'press Enter'], '--step "press Enter" must begin with click,'],
  [['second-opinion', id, '--screenshot', '1000'], '--screenshot must be a whole number from 0 to 999'],
  [['second-opinion', id, '--shot', '1000'], '--screenshot must be a whole number from 0 to 999'],
  [['add-finding', id, 'x', '--shot=1000'], '--screenshot must be a whole number from 0 to 999'],
  [['second-opinion', id, '--skip', ' ,'], 'No rule is named'],
  [['resolve', id], 'needs more than that'],
  [['resolve', id, 'x'], 'A mark must be a whole number'],
  [['resolve', id, '1', '1=again'], 'Mark 1 is named twice'],
  [['add-finding', id, 'x', '--area', '1,2'], '--area'],
  [['review'], 'needs more than that. Usage: "sightline review FILE|URL...". See "sightline review --help".'],
  [['review', 'https://example.com/', 'a.png'], 'either addresses or files'],
  [['review', 'https://example.com/', '--label', 'x'], '--label is for images'],
  [['review', 'https://example.com/', '--header', 'x'], '--header must look like'],
  [['review', 'https://example.com/', '--cookie', 'x'], '--cookie must look like'],
  [['review', 'https://example.com/', '--type', 'x'], '--type must be one of'],
  [['review', 'https://example.com/', '--key', 'ключ'], '--key has characters that cannot be sent'],
  [['review', 'https://example.com/', '--parent', 'x'], '"x" is not a review\'s ID'],
  [['review', ...Array.from({ length: 501 }, (_, at) => `https://example.com/${at}`)], '501 pages are too many'],
])('%j is refused with an explanation', async (args, words) => {
  expect(await mistakeIn(args)).toContain(words);
});
