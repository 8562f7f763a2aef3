import { spawnSync } from 'node:child_process';
import { cp, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bundlePath } from '../../support/action.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');

test('the committed bundle is up to date with the source', () => {
  const check = spawnSync(process.execPath, ['server/scripts/build-action.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(check.stderr).toBe('');
  expect(check.status).toBe(0);
});

test('the first bundle is at most 1 MB, and has neither the contract’s schemas nor all of zod', async () => {
  const { size } = await stat(bundlePath);
  console.log(`The first bundle: ${size} bytes of at most ${1024 * 1024}`);
  expect(size).toBeLessThanOrEqual(1024 * 1024);
  const script = await readFile(bundlePath, 'utf8');
  expect(script).not.toContain('Ask a person to look');
  expect(script).not.toContain('toJSONSchema');
});

test('capturing on the runner is in a second bundle, which is loaded only when needed', async () => {
  const script = await readFile(bundlePath, 'utf8');
  expect(script).toContain('import("./capture.js")');
  expect(script).not.toContain('Page.captureScreenshot');
  expect(script).not.toContain('playwright');
  const second = await readFile(join(dirname(bundlePath), 'capture.js'), 'utf8');
  expect(second).toContain('Page.captureScreenshot');
  expect(second).toContain('from"./playwright/index.mjs"');
});

test('the second bundle’s Playwright finds its browser’s download without node_modules', async () => {
  const folder = await temporaryFolder('bundle-');
  await cp(join(dirname(bundlePath), 'playwright'), folder, { recursive: true });
  const command = [join(folder, 'cli.js'), 'install', '--dry-run', 'chromium-headless-shell'];
  const run = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8', env: { HOME: folder } });
  expect(run.status).toBe(0);
  expect(run.stdout).toContain('Chrome Headless Shell');
});

test('the bundle exports what `@github/local-action` calls, and runs nothing on import', () => {
  const script = `const { run } = await import(${JSON.stringify(bundlePath)}); console.log(typeof run); await run();`;
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env: {} });
  expect(child.stderr).toBe('');
  expect(child.stdout).toMatch(/^function\n::error::Input "service-url": .*\n/);
});

test('the bundle runs without node_modules', async () => {
  const folder = await temporaryFolder('bundle-');
  await cp(dirname(bundlePath), folder, { recursive: true });
  const run = spawnSync(process.execPath, [join(folder, 'index.js')], { cwd: folder, encoding: 'utf8', env: {} });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(1);
  expect(run.stdout).toContain('::error::Input "service-url": give the address of your Sightline service');
});
