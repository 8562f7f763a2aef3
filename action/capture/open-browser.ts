import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { stableLaunchArgs } from '../../server/capture/index.ts';
import { browserFiles } from './browsers.ts';

type Log = (line: string) => void;

/** What a browser needs of the environment. The rest holds the job's secrets, and pages may break out of renderers. */
const passedOn =
  /^(PATH|HOME|USER|LANG|LC_.*|TZ|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|FONTCONFIG_.*|XDG_.*|SYSTEMROOT|WINDIR|USERPROFILE|(LOCAL)?APPDATA|PROGRAMFILES.*|(HTTPS?|NO)_PROXY)$/i;

function browserEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const passed = Object.entries(env).filter(([name]) => passedOn.test(name));
  return Object.fromEntries(passed.map(([name, value]) => [name, value ?? '']));
}

function launch(executablePath: string, chromiumSandbox: boolean): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox,
    args: [...stableLaunchArgs, '--disable-background-networking', '--no-pings'],
    env: browserEnv(process.env),
    timeout: 30_000,
  });
}

async function launchFirst(files: string[], log: Log): Promise<Browser | null> {
  for (const file of files) {
    // Root and most containers have no sandbox.
    const sandboxes = process.getuid?.() === 0 ? [false] : [true, false];
    for (const sandbox of sandboxes) {
      const browser = await launch(file, sandbox).catch(() => null);
      if (browser === null) continue;
      log(`Browser: ${file} (${browser.version()}).`);
      return browser;
    }
  }
  return null;
}

/** Downloads the headless shell that this version of Playwright goes with; tells its progress. True when it is there. */
function install(log: Log): Promise<boolean> {
  log('No browser on this runner: downloading one (about 110 MB).');
  const cli = fileURLToPath(new URL('./playwright/cli.js', import.meta.url));
  return new Promise((done) => {
    const child = spawn(process.execPath, [cli, 'install', 'chromium-headless-shell'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...browserEnv(process.env), PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '20000' },
      timeout: 5 * 60_000,
    });
    let told = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        for (const text of stripVTControlCharacters(chunk).split(/[\r\n]+/)) {
          const line = /\d+0%|^Downloading|^Error/.exec(text) === null ? '' : text.trim().slice(0, 120);
          if (line !== '' && line !== told) log(line);
          told = line === '' ? told : line;
        }
      });
    }
    child.once('error', () => done(false));
    child.once('close', (code) => done(code === 0));
  });
}

/** The runner's browser, else one that is downloaded now; null when there is none either way. */
export async function openBrowser(log: Log): Promise<Browser | null> {
  const files = () => browserFiles(process.env, chromium.executablePath());
  const found = await launchFirst(files(), log);
  if (found !== null || (process.env.BROWSER_PATH ?? '') !== '') return found;
  return (await install(log)) ? launchFirst(files(), log) : null;
}
