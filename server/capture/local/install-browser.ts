import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/**
 * The environment variables that a browser needs. The others contain the job's secrets, and pages may break out of
 * renderers.
 */
const passedOn =
  /^(PATH|HOME|USER|LANG|LC_.*|TZ|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|FONTCONFIG_.*|XDG_.*|SYSTEMROOT|WINDIR|USERPROFILE|(LOCAL)?APPDATA|PROGRAMFILES.*|(HTTPS?|NO)_PROXY)$/i;

/**
 * The variables that a download needs as well: a company's mirror and its certificates, and where browsers are stored.
 */
const downloads = /^(PLAYWRIGHT_\w*DOWNLOAD_HOST|PLAYWRIGHT_BROWSERS_PATH|NODE_EXTRA_CA_CERTS)$/;

const pick = (env: NodeJS.ProcessEnv, wanted: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (wanted(name) ? [[name, value ?? '']] : [])));

export const browserEnv = (env: NodeJS.ProcessEnv): Record<string, string> => pick(env, (name) => passedOn.test(name));

/**
 * Downloads the headless shell that belongs to this version of Playwright, with Playwright's own command line (`cli`),
 * and logs its progress. Returns whether it succeeded.
 */
export function installBrowser(cli: string, env: NodeJS.ProcessEnv, log: (line: string) => void): Promise<boolean> {
  log('No browser on this machine: downloading one (about 110 MB).');
  return new Promise((done) => {
    const child = spawn(process.execPath, [cli, 'install', 'chromium-headless-shell'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...pick(env, (name) => passedOn.test(name) || downloads.test(name)),
        PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '20000',
      },
      timeout: 5 * 60_000,
    });
    let quarter = -1;
    const logProgress = (text: string) => {
      const [, percent, of = ''] = /(\d+)% of (.*)/.exec(text) ?? [];
      if (percent === undefined) {
        if (/^Downloading|^Error/.test(text)) log(text.trim().slice(0, 200));
        quarter = -1;
        return;
      }
      const reached = Math.floor(Number(percent) / 25);
      if (reached > quarter) log(`${percent}% of ${of.trim()}`);
      quarter = reached;
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        for (const text of stripVTControlCharacters(chunk).split(/[\r\n]+/)) if (text.trim() !== '') logProgress(text);
      });
    }
    child.once('error', () => done(false));
    child.once('close', (code) => done(code === 0));
  });
}
