import { describe, expect, test } from 'vitest';
import {
  publishListed,
  publishSummary,
  readStandings,
  summarize as summarizeCommit,
} from '../../../app/pull-requests/publish-pull-checks.ts';
import {
  awaitsDraft,
  awaitsWorkflow,
  neverRegistered,
  noneRegistered,
  notAffected,
  renderSummary,
} from '../../../app/render/pull-checks.ts';
import { parseSettings } from '../../../app/settings/file.ts';
import { type At, newApp, registered, reviewId } from './support/app-publishing.ts';
import { headSha, newPull } from './support/app-rows.ts';

const old = 'b'.repeat(40);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const check = (fields: object) => ({
  ...{ repositoryId: 7, name: 'visual', headSha, checkRunId: 1, url: null, contentHash: null, conclusion: null },
  ...{ since: new Date(), ...fields },
});
const titlesOf = (calls: [string, object][]) =>
  calls.flatMap(([name, of]) => (name === 'list' ? [] : [Reflect.get(Object(Reflect.get(of, 'output')), 'title')]));

describe('the checks of listed reviews that nobody registered', () => {
  const settings = parseSettings({ reviews: { visual: { paths: ['src/**'] } } }, true);
  const changed = { 42: [{ filename: 'src/a.css' }] };

  async function publish(at: At) {
    const { app, calls } = newApp({ settings, ...at });
    await publishListed(app, newPull(at.pull), at.settings ?? settings);
    return calls;
  }

  test.each<[of: string, At, title: string]>([
    ['a changed file', { files: changed }, awaitsWorkflow.title],
    ['another file', { files: { 42: [{ filename: 'docs/a.md' }] } }, notAffected.title],
    [
      'a file that was moved away',
      { files: { 42: [{ filename: 'docs/a.css', previous_filename: 'src/a.css' }] } },
      awaitsWorkflow.title,
    ],
    [
      'more files than GitHub lists',
      { files: { 42: Array.from({ length: 3000 }, () => ({ filename: 'docs/a.md' })) } },
      awaitsWorkflow.title,
    ],
    ['any file', { settings: parseSettings({ reviews: { visual: null } }, true) }, awaitsWorkflow.title],
    ['a draft', { files: changed, pull: { draft: true } }, awaitsDraft.title],
    [
      'a draft whose head another pull request shares',
      { files: changed, rows: { pulls: [newPull({ draft: true }), newPull({ number: 43 })] } },
      awaitsWorkflow.title,
    ],
    [
      'a file that only another pull request with the head changes',
      { files: { 43: [{ filename: 'src/a.css' }] }, rows: { pulls: [newPull(), newPull({ number: 43 })] } },
      awaitsWorkflow.title,
    ],
  ])('of %s', async (_, at, title) => {
    const calls = await publish(at);
    expect(titlesOf(calls)).toEqual([title]);
    expect(calls.at(-1)?.[1]).toMatchObject({ external_id: '42:visual', name: 'Sightline / visual' });
  });

  test.each<[hours: number, run: string, fields: object, title: string]>([
    [0.9, 'completed', {}, awaitsWorkflow.title],
    [1, 'completed', {}, neverRegistered.title],
    [1, 'in_progress', {}, awaitsWorkflow.title],
    // One that ended with its pull request, or was not affected, waits from now on.
    [1, 'completed', { conclusion: 'cancelled' }, awaitsWorkflow.title],
    [1, 'completed', { conclusion: 'success' }, awaitsWorkflow.title],
    [1, 'completed', { conclusion: 'failure' }, neverRegistered.title],
    // A check that is to be renewed begins to wait again.
    [1, 'completed', { checkRunId: null }, awaitsWorkflow.title],
  ])('after %d hours with a run that is %s, and a check with %j', async (hours, run, fields, title) => {
    const rows = { checks: [check({ ...fields, since: hoursAgo(hours) })] };
    expect(titlesOf(await publish({ rows, files: changed, runs: ['completed', run] }))).toEqual([title]);
  });

  test('stay as they are where a job registered the review', async () => {
    expect(await publish({ rows: { registrations: [registered()] } })).toEqual([]);
  });
});

describe('the standings of all reviews', () => {
  const settings = parseSettings({ reviews: { visual: null, email: null }, summary: true }, true);
  const checks = [
    check({ conclusion: 'success' }),
    check({ name: '', conclusion: 'failure' }),
    check({ name: 'email', conclusion: 'action_required' }),
    check({ name: 'removed', conclusion: 'failure' }),
    check({ name: 'visual', headSha: old, conclusion: 'cancelled' }),
  ];
  const registrations = [
    registered({ name: 'docs' }),
    registered({ reviewId: 'x', name: 'shared', pullRequest: 43 }),
    registered({ reviewId: 'y', name: 'elsewhere', pullRequest: 44 }),
  ];
  const pulls = [newPull(), newPull({ number: 43 }), newPull({ number: 44, headSha: old })];
  const rows = { checks, registrations, pulls };
  const onHead = [
    { name: 'docs', conclusion: null },
    // A check that asks whether to keep waiting still waits.
    { name: 'email', conclusion: null },
    { name: 'shared', conclusion: null },
    { name: 'visual', conclusion: 'success' },
  ];

  test('are on the head those that are listed, or registered on a pull request with that head', async () => {
    expect(await readStandings(newApp({ rows }).app, newPull(), settings)).toEqual(onHead);
  });

  test('are those that were decided on a closed pull request with that head, not what ended with it', async () => {
    const ended = [
      registered({ name: 'visual', pullRequest: 44, status: 'approved' }),
      registered({ reviewId: 'x', name: 'docs', pullRequest: 44, status: 'cancelled' }),
    ];
    const both = [newPull(), newPull({ number: 44, open: false })];
    const { app } = newApp({ rows: { checks, registrations: ended, pulls: both } });
    const none = parseSettings({ summary: true }, true);
    expect(await readStandings(app, newPull(), none)).toEqual([{ name: 'visual', conclusion: 'success' }]);
  });

  test('are on an older commit those that have a check there, and wait where that was ended with the pull request', async () => {
    const standings = (open: boolean) => readStandings(newApp({ rows }).app, newPull({ open }), settings, old);
    expect(await standings(true)).toEqual([{ name: 'visual', conclusion: 'cancelled' }]);
    expect(await standings(false)).toEqual([{ name: 'visual', conclusion: null }]);
  });

  async function summarize(given = settings, commit = headSha, known = checks) {
    const { app, calls } = newApp({ rows: { ...rows, checks: known } });
    await publishSummary(app, newPull(), given, commit);
    return calls;
  }

  test('make one check where the repository asks for it', async () => {
    const { title, summary, text } = renderSummary(onHead);
    const calls = await summarize();
    expect(titlesOf(calls)).toEqual([title]);
    expect(calls[0]?.[1]).toMatchObject({
      ...{ name: 'Sightline', external_id: 'summary:42', output: { title, summary, text } },
    });
    expect(await summarize(parseSettings({ reviews: { visual: null } }, true))).toEqual([]);
  });

  const summary = parseSettings({ summary: true }, true);
  const waitingFor = (hours: number, fields: object = {}) => check({ name: '', since: hoursAgo(hours), ...fields });
  const onOlder = registered({ name: 'docs', headSha: old });
  test.each<[of: string, At, title: string, line?: string]>([
    ['no review yet', { rows: { checks: [waitingFor(0.9)] } }, 'No review is registered yet'],
    ['no review, and no workflow is left', { rows: { checks: [waitingFor(1)] } }, noneRegistered.title],
    [
      'no review, and a workflow runs',
      { rows: { checks: [waitingFor(1)] }, runs: ['queued'] },
      'No review is registered yet',
    ],
    ['no review, of a draft', { rows: { checks: [waitingFor(1)] }, pull: { draft: true } }, awaitsDraft.title],
    [
      'no review, and the pull request was closed until now',
      { rows: { checks: [waitingFor(1, { conclusion: 'cancelled' })] } },
      'No review is registered yet',
    ],
    [
      'one of an older commit only',
      { rows: { checks: [waitingFor(0.9)], registrations: [onOlder] } },
      '0 of 1 review passed',
      '- `docs`: waiting',
    ],
    [
      'one of an older commit only, and no workflow is left',
      { rows: { checks: [waitingFor(1)], registrations: [onOlder] } },
      '1 review of 1 did not pass',
      '- `docs`: no job registered it for this commit',
    ],
  ])('wait for a job to register one, and fail when none is left to: with %s', async (_, at, title, line) => {
    const { app, calls } = newApp(at);
    await publishSummary(app, newPull(at.pull), summary);
    expect(titlesOf(calls)).toEqual([title]);
    if (line !== undefined) expect(calls[0]?.[1]).toMatchObject({ output: { summary: line } });
  });

  test('make none on an older commit that has none', async () => {
    expect(await summarize(settings, old)).toEqual([]);
    const known = [...checks, check({ name: '', headSha: old })];
    expect(titlesOf(await summarize(settings, old, known))).toEqual(['1 review of 1 did not pass']);
  });
});

describe('the one check where a review is required', () => {
  const changed = { 42: [{ filename: 'src/ui/a.css' }] };
  const required = (more: object = {}, only: object = {}) =>
    parseSettings({ require: { paths: ['src/ui/**'], ...only }, ...more }, true);
  const agents = required({}, { only: 'agents' });
  const byAgent = [{ commit: { message: 'Do\n\nCo-authored-by: Claude <noreply@anthropic.com>', author: null } }];
  const missing = 'No review of this commit';
  const notRequired = 'No review required';

  test.each<[of: string, At, title: string]>([
    ['a changed file', { files: changed }, missing],
    ['another file', { files: { 42: [{ filename: 'docs/a.md' }] } }, notRequired],
    [
      'more files than GitHub lists',
      { files: { 42: Array.from({ length: 3000 }, () => ({ filename: 'a' })) } },
      missing,
    ],
    ['a draft', { files: changed, pull: { draft: true } }, awaitsDraft.title],
    [
      'a file that only another pull request with the head changes',
      { files: { 43: [{ filename: 'src/ui/a.css' }] }, rows: { pulls: [newPull(), newPull({ number: 43 })] } },
      missing,
    ],
    ['a person', { files: changed, settings: agents }, notRequired],
    ['a bot', { files: changed, settings: agents, pull: { author: 'devin[bot]' } }, missing],
    ['a co-author', { files: changed, settings: agents, commits: byAgent }, missing],
    ['an agent elsewhere', { settings: agents, pull: { author: 'devin[bot]' } }, notRequired],
    ['a review of the head', { files: changed, rows: { registrations: [registered()] } }, '0 of 1 review passed'],
    [
      'a review of an older commit',
      { files: changed, rows: { registrations: [registered({ headSha: old })] } },
      missing,
    ],
    [
      'no review, with listed ones',
      { settings: required({ summary: true, reviews: { a: null } }) },
      '0 of 1 review passed',
    ],
  ])('of %s', async (_, at, title) => {
    const { app, calls } = newApp(at);
    await publishSummary(app, newPull(at.pull), at.settings ?? required());
    expect(titlesOf(calls)).toEqual([title]);
  });

  test.each(['open', 'failed'] as const)('offers a next pass only of one that can have it: %s', async (status) => {
    const { app } = newApp({ files: changed, rows: { registrations: [registered({ headSha: old, status })] } });
    const { summary } = await summarizeCommit(app, newPull(), required());
    expect(summary.includes(`--parent ${reviewId} --revision ${headSha}`)).toBe(status === 'open');
  });

  test('asks for nothing on an older commit', async () => {
    const { app } = newApp({ files: changed, rows: { checks: [check({ headSha: old, conclusion: 'success' })] } });
    expect((await summarizeCommit(app, newPull(), required(), old)).title).toBe('1 review passed');
  });
});
