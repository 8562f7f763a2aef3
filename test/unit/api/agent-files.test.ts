import { expect, test } from 'vitest';
import { agentClients, findAgentClient, HOOK } from '../../../server/cli/agent/clients.ts';
import { withEntries, withoutEntries, withoutTable, withTable } from '../../../server/cli/agent/edit-file.ts';
import { differingLines } from '../../../server/cli/agent/show-changes.ts';

const server = { path: ['mcpServers', 'sightline'], value: { url: 'http://a/mcp' } };
const hook = { path: ['hooks', 'Stop'], value: { command: `${HOOK} x` }, among: HOOK };

/** Settings as people write them. */
const settings: Record<string, string> = {
  empty: '{}',
  'one line': '{"mcpServers":{"other":{"url":"http://b"}},"z":[1,2]}',
  'comments and a trailing comma':
    '// mine\n{\n  /* servers */\n  "mcpServers": {\n    "other": { "url": "http://b" }, // keep\n  },\n}\n',
  tabs: '{\n\t"mcpServers": {\n\t\t"other": {}\n\t},\n\t"a": "\\u00e9"\n}',
  'Windows lines and a byte order mark':
    '\uFEFF{\r\n    "a": 1,\r\n    "hooks": { "Stop": [ { "command": "mine" } ] }\r\n}\r\n',
};

test.each(Object.entries(settings))('entries are added to a file and keep all that people wrote: %s', (_name, text) => {
  const added = withEntries(text, [server, hook]) ?? '';
  expect(withEntries(added, [server, hook])).toBe(added);
  // Comments and spellings too.
  for (const each of ['// mine', '/* servers */', '// keep', '\\u00e9', '"mine"', '"http://b"']) {
    expect(added.includes(each)).toBe(text.includes(each));
  }
  expect(added.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
  expect(/[^\r]\n/.test(added)).toBe(!text.includes('\r\n'));
  const removed = withoutEntries(added, [server, hook]) ?? '';
  expect(removed).not.toContain('sightline');
  for (const each of ['other', '"mine"', '"a"']) expect(removed.includes(each)).toBe(text.includes(each));
});

test('a file that is no JSON object is left alone', () => {
  for (const text of ['{', '[]', 'a: 1', '{"a": }']) {
    expect(withEntries(text, [server])).toBeNull();
    expect(withoutEntries(text, [server])).toBeNull();
  }
});

test('another address takes the place of the former one', () => {
  const first = withEntries('{}', [server]) ?? '';
  const second = withEntries(first, [{ ...server, value: { url: 'http://b/mcp' } }]) ?? '';
  expect(JSON.parse(second)).toEqual({ mcpServers: { sightline: { url: 'http://b/mcp' } } });
});

test('a table is added to the end of a TOML file, replaced, and removed', () => {
  const { servers } = findAgentClient('codex');
  const table = 'table' in servers ? servers.table : () => '';
  const text = '# mine\nmodel = "x"\n\n[mcp_servers.other]\nurl = "http://b"';
  const added = withTable(text, table('http://a/mcp'));
  expect(added).toBe(`${text}\n\n[mcp_servers.sightline]\nurl = "http://a/mcp"\n`);
  const later = `${added}[profiles.a]\nmodel = "y"\n`;
  const moved = withTable(later, table('http://c/mcp'));
  expect(moved.endsWith('[profiles.a]\nmodel = "y"\n\n[mcp_servers.sightline]\nurl = "http://c/mcp"\n')).toBe(true);
  expect(withoutTable(later, table('http://c/mcp'))).toBe(`${text}\n\n[profiles.a]\nmodel = "y"\n`);
  expect(withoutTable(text, table('http://a/mcp'))).toBe(text);
});

test('every hook asks to go on in words of its client', () => {
  expect(agentClients.map(({ hook: own }) => own.goOn('why'))).toEqual([
    { decision: 'block', reason: 'why' },
    { decision: 'block', reason: 'why' },
    { followup_message: 'why' },
    { decision: 'deny', reason: 'why' },
    { prompt: 'why' },
  ]);
});

test('what is shown are the lines that differ', () => {
  expect(differingLines('a\nb\nc\n', 'a\nx\ny\nc\n')).toEqual({ removed: ['b'], added: ['x', 'y'] });
  expect(differingLines('', 'a\n')).toEqual({ removed: [], added: ['a'] });
  expect(differingLines('a\na\n', 'a\na\na\n')).toEqual({ removed: [], added: ['a'] });
});
