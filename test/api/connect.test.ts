import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const service = await startService({ ROLE: 'web' });

/** Connects as an MCP client does with an address and headers that were pasted into it. */
async function toolsAt(url: string, headers: Record<string, string>): Promise<string[]> {
  const client = new Client({ name: 'editor', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

test('the editor configuration of a new token connects unchanged', async () => {
  const { editor_config } = await createClient({ baseUrl: service.url }).call('create_try_token', {});
  const servers = Object.values(editor_config.mcpServers);
  expect(servers).toHaveLength(1);
  for (const { url, headers } of servers) expect(await toolsAt(url, headers)).toContain('create_review');
});

test('the assistant’s command, pasted into a shell, passes an address and a header that connect', async () => {
  const { assistant_code_command } = await createClient({ baseUrl: service.url }).call('create_try_token', {});
  const folder = await temporaryFolder('assistant-');
  // A stand-in for the assistant that records the arguments it gets from the shell.
  const assistant = join(folder, assistant_code_command.split(' ')[0] ?? '');
  await writeFile(assistant, `#!/bin/sh\nfor each in "$@"; do printf '%s\\n' "$each"; done > "${folder}/arguments"\n`);
  await chmod(assistant, 0o755);
  await run('sh', ['-c', assistant_code_command], { env: { PATH: `${folder}:${process.env.PATH}` } });
  const words = (await readFile(join(folder, 'arguments'), 'utf8')).trim().split('\n');
  expect(words.slice(0, 4)).toEqual(['mcp', 'add', '--transport', 'http']);
  const url = words.find((word) => word.startsWith('http:')) ?? '';
  const [name = '', value = ''] = (words[words.indexOf('--header') + 1] ?? '').split(': ');
  expect(await toolsAt(url, { [name]: value })).toContain('get_review');
});
