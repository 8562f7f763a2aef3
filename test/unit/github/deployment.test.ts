import { describe, expect, test } from 'vitest';
import { inputError } from '../../../action/error.ts';
import type { Deployment, DeploymentState, GitHub } from '../../../action/github.ts';
import { environmentFilter, waitForDeployment } from '../../../action/sources/deployment.ts';

const head = { sha: 'a'.repeat(40), number: 42, branch: 'change' };
const merge = 'd'.repeat(40);
const other = 'b'.repeat(40);
const url = 'https://preview.test/';
type Known = Deployment & { ref?: string; status: DeploymentState | null };
const deployment = (fields: Partial<Known> = {}): Known => ({
  ...{ id: 1, environment: 'Preview', sha: head.sha, transient: false, status: { state: 'success', url } },
  ...fields,
});

/** Waits where GitHub knows these deployments, newest first. */
async function wait(known: Known[], fields: { branch?: string | undefined; asked?: string[] } = {}) {
  const lines: string[] = [];
  const github = {
    async parents(sha) {
      fields.asked?.push(sha);
      return sha === merge ? ['e'.repeat(40), head.sha] : [];
    },
    deployments: async (of) =>
      known.filter((each) =>
        'sha' in of ? each.sha === of.sha : 'ref' in of ? each.ref === of.ref : each.environment === of.environment,
      ),
    deploymentState: async (id) => known.find((each) => each.id === id)?.status ?? null,
  } satisfies Partial<GitHub> as Partial<GitHub> as GitHub;
  const address = await waitForDeployment(github, {
    ...{ environment: 'preview', head: { ...head, ...fields }, milliseconds: 0, ...fields },
    log: (line) => lines.push(line),
  });
  return { address, lines };
}

const is = (state: string) => `The deployment to "Preview" is ${state}.`;

describe('the address of a deployment', () => {
  test.each<[of: string, Partial<Known>]>([
    ['of the head commit', {}],
    ['of the commit that merges it', { sha: merge, ref: 'refs/pull/42/merge' }],
    ['of the branch, at that commit', { sha: merge, ref: 'change' }],
  ])('%s is where it succeeded', async (_, fields) => {
    expect(await wait([deployment(fields)])).toEqual({ address: url, lines: [is('success')] });
  });

  test('is that of the newest one to the environment', async () => {
    const older = deployment({ id: 1, status: { state: 'success', url: 'https://older.test/' } });
    const production = deployment({ id: 3, environment: 'Production', status: { state: 'failure', url: '' } });
    expect((await wait([production, deployment({ id: 2 }), older])).address).toBe(url);
  });

  test('stays where it was when a newer deployment has an address of its own', async () => {
    const inactive = deployment({ status: { state: 'inactive', url } });
    const newer = deployment({ id: 2, sha: other, status: { state: 'success', url: 'https://newer.test/' } });
    const failed = deployment({ id: 3, sha: other, status: { state: 'failure', url } });
    expect(await wait([failed, newer, inactive])).toEqual({
      address: url,
      lines: [is('inactive'), 'A newer deployment has an address of its own: this one is still at preview.test.'],
    });
  });

  const nothing = 'Nothing more came for aaaaaaa in 0 minutes. Check the environment\'s name, or raise "timeout".';
  const again = 'Deploy the commit again, then run this job again';
  test.each<[of: string, Known[], sentence: string]>([
    ['that nobody made', [], `No deployment to "preview" yet. ${nothing}`],
    ['to another environment', [deployment({ environment: 'Other' })], `No deployment to "preview" yet. ${nothing}`],
    [
      'of the merge of an older head',
      [deployment({ sha: other, ref: 'refs/pull/42/merge' })],
      `No deployment to "preview" yet. ${nothing}`,
    ],
    ['without a status yet', [deployment({ status: null })], `${is('waiting')} ${nothing}`],
    ['under way', [deployment({ status: { state: 'in_progress', url } })], `${is('in_progress')} ${nothing}`],
    [
      'that failed',
      [deployment({ status: { state: 'failure', url } })],
      `${is('failure')} Fix it, then run this job again.`,
    ],
    [
      'with an error',
      [deployment({ status: { state: 'error', url } })],
      `${is('error')} Fix it, then run this job again.`,
    ],
    [
      'without an address',
      [deployment({ status: { state: 'success', url: '' } })],
      `${is('success')} It names no address: set the deployment status's environment_url.`,
    ],
    [
      'that was taken down',
      [deployment({ transient: true, status: { state: 'inactive', url } })],
      `${is('inactive')} It was taken down. ${again}.`,
    ],
    [
      'whose address shows another commit',
      [deployment({ id: 2, sha: other }), deployment({ status: { state: 'inactive', url } })],
      `${is('inactive')} Its address shows bbbbbbb by now. ${again}; where each deployment has an address of its own, this does not happen.`,
    ],
  ])('%s is none, and the input says what to do', async (_, known, sentence) => {
    await expect(wait(known)).rejects.toThrow(inputError('deployment', sentence));
  });

  test('of another commit is asked for its parents once', async () => {
    const asked: string[] = [];
    const known = ['refs/pull/42/merge', 'change'].map((ref, id) => deployment({ id, ref, sha: other }));
    await expect(wait(known, { asked })).rejects.toThrow('No deployment to "preview" yet.');
    expect(asked).toEqual([other]);
  });

  test('of a branch that was deleted is not looked for', async () => {
    const ofBranch = deployment({ sha: merge, ref: 'change' });
    await expect(wait([ofBranch], { branch: undefined })).rejects.toThrow('No deployment to "preview" yet.');
  });
});

test('environments match by their whole name, with * for any text', () => {
  expect(environmentFilter('Preview')('preview')).toBe(true);
  expect(environmentFilter('Preview')('Preview – site')).toBe(false);
  expect(environmentFilter('Preview*')('Preview – site')).toBe(true);
  expect(environmentFilter('a.b')('axb')).toBe(false);
});
