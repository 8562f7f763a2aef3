import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { browserPath } from '../support/browser.ts';

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

  it('searches again once BROWSER_PATH is set no longer: the service would not find that browser', async () => {
    expect(setUp({ BROWSER_PATH: await browserPath() }).status).toBe(0);
    expect(setUp()).toMatchObject({ status: 0, stdout: expect.stringContaining('browser: ') });
    expect(setUp()).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('fails with what to fix when BROWSER_PATH names no browser', () => {
    const { status, stderr } = setUp({ BROWSER_PATH: '/nowhere/chrome' });
    expect(status).toBe(1);
    expect(stderr).toContain('BROWSER_PATH is /nowhere/chrome');
    expect(stderr).not.toContain('    at ');
  });
});
