import type { Browser } from 'playwright-core';
import { stableLaunchArgs } from '../../capture/index.ts';

/**
 * Makes the proxy of a context the only way out: the proxy at launch leads nowhere, the browser resolves no names
 * itself, and WebRTC sends no packets past a proxy. WebRTC has two switches, because builds read different ones.
 */
const guardArgs: readonly string[] = [
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-background-networking',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
  // A page whose scripts need more megabytes than this crashes, without affecting others.
  '--js-flags=--max-old-space-size=768',
];

const unusableProxy = { server: 'http://127.0.0.1:9', bypass: '<-loopback>' };

/**
 * The environment variables that a browser needs. The others contain the service's secrets, and pages may break out of
 * renderers.
 */
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
  // Loaded on demand: it takes a quarter of a service's start, and some processes never launch a browser.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: path,
    headless: true,
    chromiumSandbox: sandbox,
    args: [...stableLaunchArgs, ...guardArgs],
    env: browserEnv(),
    proxy: unusableProxy,
    timeout: 60_000,
    // The process handles signals itself; Playwright would exit at once.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/**
 * Launches a browser with the guard's switches, in its own sandbox where the machine allows it (not as root, not in
 * most containers). Otherwise it runs without one, and `bare` is called.
 */
export async function launchBrowser(path: string, bare: () => void = () => {}): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  const sandboxed = isRoot ? null : await launchWith(path, true).catch(() => null);
  if (sandboxed !== null) return sandboxed;
  const browser = await launchWith(path, false);
  bare();
  return browser;
}
