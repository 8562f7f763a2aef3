import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../../app/context.ts';
import { createSettingsCache, type Given } from '../../../app/settings/cache.ts';
import { defaultSettings, parseSettings, unreadableSettings } from '../../../app/settings/file.ts';
import { describeTeam, readSettings } from '../../../app/settings/read-settings.ts';

const place = { repositoryId: 7, installationId: 3, fullName: 'acme/site', private: true };
const file = { owner: 'acme', repo: 'site', path: '.github/sightline.yml' };

describe('the settings of a repository', () => {
  /** Reads them where GitHub has this configuration, or fails to read it. */
  async function read(config: unknown, options: { text?: string; signIn?: object; private?: boolean } = {}) {
    const asked: unknown[] = [];
    const octokit = {
      config: {
        async get(of: object) {
          asked.push(of);
          if (config instanceof Error) throw config;
          // The second file is that of the account.
          return { files: [{ config }, { config: { summary: true } }] };
        },
      },
      rest: {
        repos: {
          async getContent(of: object) {
            asked.push(of);
            return { data: options.text ?? { type: 'file' } };
          },
        },
      },
    };
    const app = {
      config: { signIn: options.signIn ?? null },
      settings: { read: (_: number, given: () => Promise<Given>) => given() },
      github: { forInstallation: async () => octokit },
    } as unknown as AppContext;
    return { settings: await readSettings(app, { ...place, private: options.private ?? true }), asked };
  }

  test('are those of its own file, not of its account', async () => {
    expect(await read({ summary: false, link: 'sign-in' })).toEqual({
      settings: parseSettings({ summary: false, link: 'sign-in' }, true),
      asked: [file],
    });
  });

  test.each([true, false])('without a file are the defaults; private: %s', async (isPrivate) => {
    expect((await read(null, { private: isPrivate })).settings).toEqual(defaultSettings(isPrivate));
    const { settings } = await read(null, { private: isPrivate, signIn: {} });
    expect(settings).toEqual(defaultSettings(isPrivate, true));
  });

  test('know whether people can sign in', async () => {
    expect((await read({}, { private: false, signIn: {} })).settings).toEqual(parseSettings({}, false, true));
  });

  test('name the lines of what is wrong', async () => {
    const wrong = { summary: 1, fixr: 'none' };
    const { settings, asked } = await read(wrong, { text: '# ours\nsummary: 1\nfixr: none\n' });
    expect(settings.problems).toEqual([
      { path: ['summary'], message: 'must be true or false', line: 2 },
      { path: ['fixr'], message: 'there is no such setting', line: 3 },
    ]);
    expect(asked).toEqual([file, { ...file, mediaType: { format: 'raw' } }]);
    expect((await read(wrong)).settings.problems.map(({ line }) => line)).toEqual([null, null]);
  });

  test('of a file that is not YAML are strict, and name its line', async () => {
    const broken = (cause?: object) => new Error('[@probot/octokit-plugin-config] Not YAML', { cause });
    const message = 'it is not YAML with keys and values';
    const { settings } = await read(broken({ linePos: [{ line: 4, col: 1 }, { line: 5 }] }));
    expect(settings).toEqual(unreadableSettings(true, message, 4));
    expect((await read(broken())).settings).toEqual(unreadableSettings(true, message, null));
  });

  test('are not guessed when GitHub does not answer', async () => {
    await expect(read(new Error('Bad gateway'))).rejects.toThrow('Bad gateway');
  });
});

describe('settings that were read', () => {
  const given = (name: string): Given => ({ config: { name } });

  test('are kept for each repository', async () => {
    const cache = createSettingsCache(60_000);
    expect(await cache.read(1, async () => given('first'))).toEqual(given('first'));
    expect(await cache.read(1, async () => given('second'))).toEqual(given('first'));
    expect(await cache.read(2, async () => given('second'))).toEqual(given('second'));
  });

  test('are read again after their time, and after a failure', async () => {
    const none = createSettingsCache(-1);
    await none.read(1, async () => given('first'));
    expect(await none.read(1, async () => given('second'))).toEqual(given('second'));
    const cache = createSettingsCache(60_000);
    await expect(cache.read(1, () => Promise.reject(new Error('Down.')))).rejects.toThrow('Down.');
    expect(await cache.read(1, async () => given('first'))).toEqual(given('first'));
  });

  test('of more than a thousand repositories are not all kept', async () => {
    const cache = createSettingsCache(60_000);
    for (let id = 0; id <= 1000; id += 1) await cache.read(id, async () => given('first'));
    expect(await cache.read(1000, async () => given('second'))).toEqual(given('first'));
    await cache.read(1001, async () => null);
    expect(await cache.read(0, async () => given('second'))).toEqual(given('second'));
  });
});

describe('a team whose approval is required', () => {
  const refusal = (status: number, headers = {}) => Object.assign(new Error('No.'), { status, response: { headers } });

  async function describeFor(approvers: 'write' | 'team:acme/design', error?: Error) {
    const asked: unknown[] = [];
    const getByName = async (of: object) => {
      asked.push(of);
      if (error !== undefined) throw error;
    };
    const octokit = { rest: { teams: { getByName } } };
    const app = { github: { forInstallation: async () => octokit } } as unknown as AppContext;
    return { sentence: await describeTeam(app, place, { approvers }), asked };
  }

  test('can be read, or none is required', async () => {
    const asked = [{ org: 'acme', team_slug: 'design' }];
    expect(await describeFor('team:acme/design')).toEqual({ sentence: null, asked });
    expect(await describeFor('write')).toEqual({ sentence: null, asked: [] });
  });

  test.each([
    [
      403,
      'GitHub does not let the App look into teams: an owner of the organization has to accept its permission “Members”.',
    ],
    [
      404,
      'GitHub shows the App no such team: see whether `acme` is the organization that the App is installed on and `design` the team’s name as in its address.',
    ],
  ])('cannot be read (%i): nobody can approve, and the comment says why', async (status, reason) => {
    const { sentence } = await describeFor('team:acme/design', refusal(status));
    expect(sentence).toBe(`\`approvers: team:acme/design\` lets nobody approve, as ${reason}`);
  });

  test('may be readable later', async () => {
    for (const error of [refusal(503), refusal(403, { 'retry-after': '3' })])
      await expect(describeFor('team:acme/design', error)).rejects.toBe(error);
  });
});
