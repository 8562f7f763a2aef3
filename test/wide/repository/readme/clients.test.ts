import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { blocksOf, codeIn, exampleUrl, pageOf, rowsOf, sectionOf } from '../../../repository/readme/support/readme.ts';
import { startService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const run = promisify(execFile);
const part = pageOf('mcp').split('\n## The loop')[0] ?? '';
const short = sectionOf('## Connect an agent').split('\n### ')[0] ?? '';
const mcpUrl = `${exampleUrl}/mcp/sightline`;
/** The clients whose commands are in the documentation. */
const programs = ['claude', 'codex', 'gemini', 'devin', 'goose', 'code', 'copilot', 'opencode', 'qwen'];

const service = await startService();
const { token } = await service.newClient();
const folder = await temporaryFolder('readme-');
// Stand-ins for the clients, which write down their arguments, one a line.
for (const program of programs) {
  const script = join(folder, program);
  await writeFile(script, `#!/bin/sh\nfor each in "$@"; do printf '%s\\n' "$each"; done > "${folder}/arguments"\n`);
  await chmod(script, 0o755);
}

const here = (text: string) => text.replaceAll(exampleUrl, service.url);

/** Runs a command of the page in a shell. @returns its output, and the arguments of the client */
async function inShell(command: string, env: Record<string, string> = {}): Promise<{ out: string; words: string[] }> {
  const PATH = `${folder}:${process.env.PATH}`;
  const { stdout } = await run('sh', ['-euc', command], { env: { PATH, ...env } });
  const words = await readFile(join(folder, 'arguments'), 'utf8').catch(() => '');
  return { out: stdout, words: words.trim().split('\n') };
}

/** Connects to an address with headers as a client does. */
async function toolsAt(url: string, headers: Record<string, string>): Promise<string[]> {
  const client = new Client({ name: 'reader', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

const Entry = z.strictObject({
  type: z.literal('http').optional(),
  url: z.string().optional(),
  httpUrl: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: z.strictObject({ Authorization: z.literal('Bearer <ACCESS_TOKEN>') }).optional(),
  command: z.literal('npx').optional(),
  args: z.tuple([z.literal('-y'), z.literal('mcp-remote'), z.string()]).optional(),
});
const Settings = z.strictObject({
  mcpServers: z.strictObject({ sightline: Entry }).optional(),
  servers: z.strictObject({ sightline: Entry }).optional(),
  context_servers: z.strictObject({ sightline: Entry }).optional(),
});

/** Returns the servers of every JSON block. */
const entries = blocksOf(part, 'json').map((text) => {
  const [entry, ...others] = Object.values(Settings.parse(JSON.parse(text)));
  if (entry === undefined || others.length > 0) throw new Error(`One client's setting, please: ${text}`);
  return entry.sightline;
});
const addressOf = ({ url, httpUrl, serverUrl, args }: z.infer<typeof Entry>) => [url, httpUrl, serverUrl, args?.[2]];

/** Returns the strings of each TOML block, by section and key. */
const tables = blocksOf(part, 'toml').map((text) => {
  const [head, ...lines] = text.trim().split('\n');
  const values = lines.map((line) => {
    const [, key = '', value = ''] = /^(\w+) = "([^"\\]*)"$/.exec(line) ?? [];
    return [key, value];
  });
  return { head, values: Object.fromEntries(values) };
});

const commands = rowsOf(part)
  .flatMap(([, todo = '']) => codeIn(todo))
  .filter((code) => programs.includes(code.split(' ')[0] ?? ''));

test('the documented address is where the service speaks MCP', async () => {
  for (const each of [part, short]) expect(blocksOf(each, '')[0]?.trim()).toBe(mcpUrl);
  const document = await (await fetch(`${service.url}/.well-known/sightline`)).json();
  expect(document).toMatchObject({ mcp_url: here(mcpUrl) });
});

test('the README and the page agree about each client', () => {
  const rows = rowsOf(part).map((row) => row.join('|'));
  expect(rowsOf(short).length).toBeGreaterThanOrEqual(3);
  for (const row of rowsOf(short)) expect(rows).toContain(row.join('|'));
});

test('every setting for a file contains that address once', () => {
  expect(entries.length).toBeGreaterThanOrEqual(8);
  for (const entry of entries) expect(addressOf(entry).filter((each) => each !== undefined)).toEqual([mcpUrl]);
  expect(tables.length).toBe(2);
  for (const { head, values } of tables) {
    expect(head).toBe('[mcp_servers.sightline]');
    expect(values.url).toBe(mcpUrl);
    expect(Object.keys(values)).toEqual(
      values.bearer_token_env_var === undefined ? ['url'] : ['url', 'bearer_token_env_var'],
    );
  }
});

test('every command passes the whole address to its client, or the name to sign in by', async () => {
  expect(commands.length).toBeGreaterThanOrEqual(7);
  for (const command of commands) {
    const { words } = await inShell(command);
    if (/ mcp (login|auth) /.test(command)) expect(words, command).toEqual(command.split(' ').slice(1));
    else if (command.startsWith('code ')) {
      expect(words[0]).toBe('--add-mcp');
      expect(JSON.parse(words[1] ?? '')).toEqual({ name: 'sightline', type: 'http', url: mcpUrl });
    } else
      expect(
        words.filter((word) => word.includes('localhost')),
        command,
      ).toEqual([mcpUrl]);
    if (command.includes(' mcp add ')) expect(words, command).toContain('sightline');
  }
});

test('the link for Cursor contains the address as Cursor reads it', () => {
  const link = new URL(codeIn(part).find((code) => code.startsWith('cursor:')) ?? '');
  expect(`${link.host}${link.pathname}`).toBe('anysphere.cursor-deeplink/mcp/install');
  expect(link.searchParams.get('name')).toBe('sightline');
  const config = Buffer.from(link.searchParams.get('config') ?? '', 'base64').toString();
  expect(JSON.parse(config)).toEqual({ url: mcpUrl });
});

test('the setting with a header connects once it contains a token', async () => {
  const withHeaders = entries.filter(({ headers }) => headers !== undefined);
  expect(withHeaders).toHaveLength(1);
  for (const { url = '', headers } of withHeaders) {
    const Authorization = headers?.Authorization.replace('<ACCESS_TOKEN>', token) ?? '';
    expect(await toolsAt(here(url), { Authorization })).toContain('create_review');
  }
});

test('the commands with a token create one, and give the client a header that connects', async () => {
  const blocks = blocksOf(part, 'sh');
  const [get = '', give = ''] = blocks.slice(blocks.findIndex((block) => block.startsWith('SIGHTLINE_TOKEN=')));
  const { out } = await inShell(`${here(get)}\nprintf %s "$SIGHTLINE_TOKEN"`);
  expect(out).toMatch(/^slt_\w+$/);
  const { words } = await inShell(here(give), { SIGHTLINE_TOKEN: out });
  expect(words.slice(0, 6)).toEqual(['mcp', 'add', '--transport', 'http', 'sightline', here(mcpUrl)]);
  const [name = '', value = ''] = (words[words.indexOf('--header') + 1] ?? '').split(': ');
  expect(await toolsAt(here(mcpUrl), { [name]: value })).toContain('get_review');
});
