import type { Browser } from 'playwright-core';
import { stableLaunchArgs } from '../../capture/index.ts';

/**
 * Nothing leaves but through the proxy of a context: the one at launch leads nowhere, the browser resolves no names by
 * itself, and WebRTC sends no packets past a proxy. Two switches for that, because builds read different ones.
 */
const guardArgs: readonly string[] = [
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-background-networking',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
  // A page that wants more than this many megabytes for its scripts crashes, and nothing else does.
  '--js-flags=--max-old-space-size=768',
];

const unusableProxy = { server: 'http://127.0.0.1:9', bypass: '<-loopback>' };

/** What a browser needs of the environment. The rest holds the service's secrets, and pages may break out of renderers. */
const passedOn =
  /^(PATH|HOME|USER|LANG|LC_.*|TZ|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|FONTCONFIG_.*|XDG_.*|SYSTEMROOT|WINDIR|LOCALAPPDATA|PROGRAMFILES.*)$/i;

function browserEnv(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && passedOn.test(name)) env[name] = value;
  }
  return env;
}

async function launchWith(path: string, sandbox: boolean): Promise<Browser> {
  // A quarter of what a service takes to start, for what some never do.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: path,
    headless: true,
    chromiumSandbox: sandbox,
    args: [...stableLaunchArgs, ...guardArgs],
    env: browserEnv(),
    proxy: unusableProxy,
    timeout: 60_000,
    // The process decides by itself how it ends; Playwright would exit at once.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/**
 * A guarded browser; in its own sandbox where the machine lets it (not as root, not in most containers), and where not,
 * `bare` is called.
 */
export async function launchBrowser(path: string, bare: () => void = () => {}): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  const sandboxed = isRoot ? null : await launchWith(path, true).catch(() => null);
  if (sandboxed !== null) return sandboxed;
  const browser = await launchWith(path, false);
  bare();
  return browser;
}
