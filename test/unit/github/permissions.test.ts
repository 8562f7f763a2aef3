import { glob, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { handlers } from '../../../app/events/handle-event.ts';

// The permissions that an App needs for each call, any one of them ("Permissions required for GitHub Apps",
// API version 2026-03-10). A comment on a pull request is an issue's, and is listed under both permissions.
const needs: Readonly<Record<string, readonly string[]>> = {
  'actions.createWorkflowDispatch': ['actions: write'],
  'actions.getWorkflowRun': ['actions: read'],
  'actions.listWorkflowRuns': ['actions: read'],
  'actions.listWorkflowRunsForRepo': ['actions: read'],
  'actions.reRunWorkflow': ['actions: write'],
  // Called as the App itself, with its own key.
  'apps.getAuthenticated': [],
  'apps.getRepoInstallation': [],
  'checks.create': ['checks: write'],
  'checks.listForRef': ['checks: read'],
  'checks.update': ['checks: write'],
  'config.get': ['contents: read'],
  'git.listMatchingRefs': ['contents: read'],
  'issues.createComment': ['issues: write', 'pull_requests: write'],
  'issues.deleteComment': ['issues: write', 'pull_requests: write'],
  'issues.listComments': ['issues: read', 'pull_requests: read'],
  'issues.updateComment': ['issues: write', 'pull_requests: write'],
  'pulls.get': ['pull_requests: read'],
  'pulls.list': ['pull_requests: read'],
  'pulls.listCommits': ['pull_requests: read'],
  'pulls.listFiles': ['pull_requests: read'],
  'repos.compareCommitsWithBasehead': ['contents: read'],
  'repos.get': ['metadata: read'],
  'repos.getCollaboratorPermissionLevel': ['metadata: read'],
  'repos.getContent': ['contents: read'],
  'repos.listActivities': ['contents: read'],
  'repos.listPullRequestsAssociatedWithCommit': ['contents: read', 'pull_requests: read'],
  'teams.getByName': ['members: read'],
  'teams.getMembershipForUserInOrg': ['members: read'],
};
/** Permissions that no call needs, but without which GitHub does not send some events. */
const eventsNeed = ['merge_queues: read'];

const root = new URL('../../../', import.meta.url);

/** Returns every call of GitHub’s API in the App’s source. */
async function readCalls(): Promise<Set<string>> {
  const calls = new Set<string>();
  for await (const file of glob('app/**/*.ts', { cwd: root })) {
    const source = await readFile(new URL(file, root), 'utf8');
    for (const [, rest, config] of source.matchAll(/\boctokit\.(?:rest\.(\w+\.\w+)|(config\.\w+))/g)) {
      calls.add(rest ?? config ?? '');
    }
    // This test does not see calls that are made in any other way.
    expect(source, file).not.toMatch(/\boctokit\.(?:request|graphql)\b/);
  }
  return calls;
}

async function readGranted(): Promise<Map<string, string>> {
  const manifest = await readFile(new URL('app.yml', root), 'utf8');
  const [, section = ''] = /\ndefault_permissions:\n((?: {2}.*\n)+)/.exec(manifest) ?? [];
  return new Map(
    [...section.matchAll(/^ {2}(\w+): (read|write)$/gm)].map(([, name = '', access = '']) => [name, access]),
  );
}

const covers = (granted: Map<string, string>, needed: string) => {
  const [name = '', access] = needed.split(': ');
  return granted.get(name) === 'write' || granted.get(name) === access;
};

describe('the App\u2019s permissions', () => {
  test('are enough for every call that the App makes', async () => {
    const [calls, granted] = await Promise.all([readCalls(), readGranted()]);
    expect([...calls].sort()).toEqual(Object.keys(needs).sort());
    for (const call of calls) {
      const any = needs[call] ?? [];
      expect(any.length === 0 || any.some((needed) => covers(granted, needed)), `${call} of ${any}`).toBe(true);
    }
    console.log(`${calls.size} kinds of calls, ${granted.size} permissions: every call is granted`);
  });

  test.each(['one less', 'read instead of write'])(
    'are no more than that: %s, and something is refused',
    async (how) => {
      const granted = await readGranted();
      const needed = [...Object.values(needs), ...eventsNeed.map((event) => [event])].filter((any) => any.length > 0);
      for (const [name, access] of granted) {
        const fewer = new Map(granted);
        if (how === 'one less') fewer.delete(name);
        else if (access === 'write') fewer.set(name, 'read');
        else continue;
        const refused = needed.filter((any) => !any.some((permission) => covers(fewer, permission)));
        expect(refused, `${name}: ${how}`).not.toEqual([]);
      }
    },
  );
});

describe('app.yml', () => {
  const read = (file: string) => readFile(new URL(file, root), 'utf8');
  const section = (text: string, name: string) =>
    text
      .slice(text.indexOf(`\n${name}:\n`) + name.length + 3)
      .split(/\n(?=\S)/)[0]
      ?.split('\n')
      .filter((line) => !line.trim().startsWith('#') && line.trim() !== '') ?? [];

  test('subscribes to the events that the App handles, and its documentation page names each', async () => {
    const [manifest, page] = [await read('app.yml'), await read('server/docs/github-app-reference.md')];
    const events = section(manifest, 'default_events').map((line) => line.replace(/^ *- /, ''));
    const taken = new Map<string, string[]>();
    for (const kind of Object.keys(handlers)) {
      const [event = '', action = ''] = kind.split('.');
      taken.set(event, [...(taken.get(event) ?? []), action]);
    }
    // GitHub sends these two to every App, and refuses a manifest that asks for them.
    const always = ['installation', 'installation_repositories'];
    expect(events).toEqual([...taken.keys()].filter((event) => !always.includes(event)).sort());
    for (const [event, actions] of taken) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${event}\` |`));
      for (const action of actions) expect(row, `${event} ${action}`).toContain(`\`${action}\``);
    }
  });

  test('asks for the permissions that its documentation page explains', async () => {
    const [manifest, page] = [await read('app.yml'), await read('server/docs/github-app-reference.md')];
    const asked = section(manifest, 'default_permissions').map((line) => line.trim().split(': '));
    const table = page.slice(page.indexOf('## Permissions'), page.indexOf('## Events')).split('\n');
    const explained = table.flatMap((line) => {
      const [, name = '', access = ''] =
        /^\| ([A-Z][a-z ]+?)(?: \(organization\))? \| (read|write) \| \S/.exec(line) ?? [];
      return name === '' ? [] : [[name.toLowerCase().replaceAll(' ', '_'), access]];
    });
    expect(explained).toEqual(asked);
  });
});
