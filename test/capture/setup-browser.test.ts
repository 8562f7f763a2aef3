import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

function setUp(env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/scripts/browser.ts'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the setup of the browser', () => {
  it('finds a browser, and is silent the next time', () => {
    expect(setUp().status).toBe(0);
    expect(setUp()).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('fails with what to fix when BROWSER_PATH names no browser', () => {
    const { status, stderr } = setUp({ BROWSER_PATH: '/nowhere/chrome' });
    expect(status).toBe(1);
    expect(stderr).toContain('BROWSER_PATH is /nowhere/chrome');
    expect(stderr).not.toContain('    at ');
  });
});
