import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { PATIENCE_MS } from '../../../support/patience.ts';
import type { Machine } from './machine.ts';

const proxy = fileURLToPath(import.meta.resolve('mcp-remote/dist/proxy.js'));
const folderOf = ({ home }: Machine): string => join(home, 'mcp-auth');

export interface Started {
  client: Client;
  connected: Promise<void>;
  /** What it printed. */
  said(): string;
}

/**
 * Starts `mcp-remote` as editors do, and speaks to it over its standard streams. Two concurrent ones need different
 * callback ports: one that finds the other's server takes it for another instance of itself.
 */
export function startRemote(machine: Machine, url: string, port: number, args: string[]): Started {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [proxy, url, String(port), '--auth-timeout', '120', ...args],
    env: { ...machine.env, MCP_REMOTE_CONFIG_DIR: folderOf(machine) },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (text) => {
    said += String(text);
  });
  const client = new Client({ name: 'editor', version: '1.0.0' });
  const connected = client.connect(transport, { timeout: PATIENCE_MS }).catch((cause: unknown) => {
    throw new Error(`mcp-remote did not connect, and said: ${said}`, { cause });
  });
  return { client, connected, said: () => said };
}

/** Returns a file that it stored, by the end of the file's name, such as `tokens.json`. */
export async function keptByRemote<Value>(machine: Machine, ending: string): Promise<Value> {
  const folder = folderOf(machine);
  const names = await readdir(folder, { recursive: true });
  const name = names.find((each) => each.endsWith(ending));
  if (name === undefined) throw new Error(`It keeps no ${ending}, only ${names.join(', ')}`);
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as Value;
}
