import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { freePort } from '../../support/free-port.ts';

const proxy = resolve(import.meta.dirname, '../../../node_modules/mcp-remote/dist/proxy.js');

/** A person's machine, as `mcp-remote` sees it: a home folder, and a browser that only notes what it was to open. */
export interface Machine {
  /** Starts `mcp-remote` for an address as editors do, and speaks to it over its standard streams. */
  start(url: string, args: string[]): { client: Client; connected: Promise<void>; said(): string };
  /** The addresses that the browser was to open until now. */
  opened(): Promise<string[]>;
  /** The next of them; ends when `signal` says that none will come. */
  nextOpened(known: number, signal: AbortSignal): Promise<string>;
  /** What it keeps, by the end of the file's name: `tokens.json`. */
  kept<Value>(ending: string): Promise<Value>;
}

export async function createMachine(folder: string): Promise<Machine> {
  const [programs, home, noted] = [join(folder, 'bin'), join(folder, 'home'), join(folder, 'opened')];
  await Promise.all([mkdir(programs), mkdir(home), writeFile(noted, '')]);
  // Two of them that come upon the same port take each other for one.
  const port = String(await freePort());
  const opener = join(programs, 'xdg-open');
  await writeFile(opener, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${noted}'\n`);
  await chmod(opener, 0o755);
  const opened = async () => (await readFile(noted, 'utf8')).split('\n').filter((line) => line !== '');
  return {
    opened,
    start(url, args) {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [proxy, url, port, '--auth-timeout', '120', ...args],
        // An xdg-open of its own comes with it, which asks for BROWSER.
        env: {
          PATH: `${programs}${delimiter}${process.env.PATH}`,
          BROWSER: opener,
          HOME: home,
          MCP_REMOTE_CONFIG_DIR: join(home, 'mcp-auth'),
        },
        stderr: 'pipe',
      });
      let said = '';
      transport.stderr?.on('data', (text) => {
        said += String(text);
      });
      const client = new Client({ name: 'editor', version: '1.0.0' });
      const connected = client.connect(transport, { timeout: 120_000 }).catch((cause: unknown) => {
        throw new Error(`mcp-remote did not connect, and said: ${said}`, { cause });
      });
      return { client, connected, said: () => said };
    },
    async nextOpened(known, signal) {
      for (;;) {
        signal.throwIfAborted();
        const address = (await opened())[known];
        if (address !== undefined) return address;
        await pause(50, undefined, { signal });
      }
    },
    async kept<Value>(ending: string): Promise<Value> {
      const names = await readdir(join(home, 'mcp-auth'), { recursive: true });
      const name = names.find((each) => each.endsWith(ending));
      if (name === undefined) throw new Error(`It keeps no ${ending}, only ${names.join(', ')}`);
      return JSON.parse(await readFile(join(home, 'mcp-auth', name), 'utf8')) as Value;
    },
  };
}
