import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findDebianProgram } from '../../../support/debian-program.ts';
import { closeOnce } from '../../../support/file-end.ts';
import { freePort } from '../../../support/free-port.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { read } from './compose.ts';

/**
 * Starts the proxy of `docker-compose.yml` on loopback, with its own configuration except for the addresses of the web
 * processes: in Compose, one name stands for all of them.
 */
export async function startProxy(
  port: number,
  webs: readonly string[],
): Promise<{ url: string; close(): Promise<void> }> {
  const url = `http://localhost:${port}`;
  const folder = await temporaryFolder('sightline-proxy-');
  const file = join(folder, 'Caddyfile');
  const hosts = webs.map((web) => new URL(web).host.replace('localhost', '127.0.0.1')).join(' ');
  const settings = read('server/scripts/compose/Caddyfile')
    .replace(/dynamic a .*?\{\s*refresh 1s\s*\}/s, `to ${hosts}`)
    .replace('admin off', 'admin off\n\tdefault_bind 127.0.0.1')
    .replace(':2020', `:${await freePort()}`);
  await writeFile(file, settings);
  const { path } = await findDebianProgram('caddy');
  const child = spawn(path, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder, BASE_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const exit = once(child, 'exit');
  const answers = async (): Promise<boolean> => (await fetch(`${url}/healthz`).catch(() => null))?.ok === true;
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`The proxy ended:\n${log}`);
  }
  return {
    url,
    close: closeOnce(async () => {
      child.kill('SIGTERM');
      await exit;
    }),
  };
}
