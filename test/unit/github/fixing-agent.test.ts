import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../../app/context.ts';
import { resetPassLimitIfApproved, startFixingAgent, whyNoAgent } from '../../../app/decisions/start-fixing-agent.ts';
import { renderHandOff } from '../../../app/render/hand-off.ts';
import { parseSettings, type Settings } from '../../../app/settings/file.ts';
import type { PullRequest } from '../../../app/store/pull-requests.ts';
import type { Review } from '../../../server/contract/review.ts';
import { decided, newReview } from '../../github/app/support/review.ts';
import { fakeDatabase } from './support/app-database.ts';
import { decidedBy, headSha, newPull, newRegistration } from './support/app-rows.ts';

const review = decided(newReview({ review_url: 'https://sightline.test/base/r/secret' }), 'changes_requested');
const workflow = parseSettings({ fixer: 'workflow_dispatch', workflow: 'fix.yml', max_passes: 2 }, true);
const comment = parseSettings({ fixer: 'comment', mention: '@my-agent' }, true);
const on = { owner: 'acme', repo: 'site' };
const key = { repositoryId: 7, reviewId: 'b', decision: 1 };
const dispatch = [
  'dispatch',
  {
    ...{ ...on, workflow_id: 'fix.yml', ref: 'trunk' },
    inputs: { review_id: review.id, pull_request: '42', head_branch: 'live', service_url: 'https://sightline.test' },
  },
];
const ended = (state: string, problem: string | null) => ['handOff.update', { where: key, data: { state, problem } }];
const claimed = ['handOff.create', [{ ...key, pullRequest: 42, state: 'claimed' }]];
const unanswered =
  'GitHub did not say whether the fixing agent was started: see whether it runs, and start it by hand if not.';

interface At {
  review?: Review;
  settings?: Settings;
  pull?: Partial<PullRequest>;
  /** What GitHub says of the pull request now. */
  live?: object;
  handOffs?: Record<string, unknown>[];
  error?: Error;
}

/** Starts the agent. Collects the calls of GitHub that write, and what is stored. */
async function start(at: At) {
  const calls: [string, object][] = [];
  const call = (name: string) => async (of: object) => {
    calls.push([name, of]);
    if (at.error !== undefined) throw at.error;
  };
  const data = {
    ...{ state: 'open', head: { sha: headSha, ref: 'live', repo: { id: 7 } } },
    ...{ base: { repo: { private: true, default_branch: 'trunk' } }, ...at.live },
  };
  const rest = {
    pulls: { get: async () => ({ data }) },
    issues: { createComment: call('comment') },
    actions: { createWorkflowDispatch: call('dispatch') },
  };
  const { db, written } = fakeDatabase({ handOffs: at.handOffs ?? [] });
  const app = {
    ...{ db, log: { info: () => undefined }, github: { forInstallation: async () => ({ rest }) } },
  } as unknown as AppContext;
  const given = at.review ?? review;
  const started = startFixingAgent(app, newPull(at.pull), newRegistration(), given, at.settings ?? workflow);
  return { error: await started.then(() => null, String), calls, written };
}

describe('requested changes', () => {
  test('start the workflow on the default branch, with only ids and addresses', async () => {
    expect(await start({})).toEqual({ error: null, calls: [dispatch], written: [claimed, ended('sent', null)] });
  });

  test('notify the agent in a comment', async () => {
    const body = renderHandOff(review, '@my-agent');
    expect(await start({ settings: comment })).toEqual({
      ...{ error: null, calls: [['comment', { ...on, issue_number: 42, body }]] },
      written: [claimed, ended('sent', null)],
    });
  });

  test.each<[unless: string, At]>([
    ['the review is approved', { review: { ...review, status: 'approved' } }],
    ['the decision is not known', { review: { ...review, decision: null } }],
    ['no agent is wanted', { settings: parseSettings({}, true) }],
    ['the pull request is closed', { pull: { open: false } }],
    ['the repository is public', { pull: { private: false } }],
    ['the pull request comes from a fork', { pull: { fork: true } }],
    ['it was closed meanwhile', { live: { state: 'closed' } }],
    ['its branch is in another repository', { live: { head: { sha: headSha, ref: 'live', repo: { id: 8 } } } }],
    [
      'the repository was published meanwhile',
      { live: { base: { repo: { private: false, default_branch: 'main' } } } },
    ],
    ['a newer commit was pushed', { live: { head: { sha: 'b'.repeat(40), ref: 'live', repo: { id: 7 } } } }],
  ])('start nothing if %s', async (_, at) => {
    expect(await start(at)).toEqual({ error: null, calls: [], written: [] });
  });

  const counted = { repositoryId: 7, pullRequest: 42, counted: true, state: 'sent' };
  const [first, second] = [
    { ...counted, reviewId: 'x', decision: 1 },
    { ...counted, reviewId: 'y', decision: 1 },
  ];

  test('start it as often as the settings allow, and then say so', async () => {
    const reset = { ...second, counted: false };
    const refused = { ...second, state: 'refused' };
    for (const handOffs of [[first], [first, reset], [first, refused]])
      expect((await start({ handOffs })).calls).toEqual([dispatch]);
    const limit =
      'The fixing agent was started 2 times on this pull request without an approval or a person’s “Re-run” of the check in between: a person has to continue. Either resets the count.';
    expect(await start({ handOffs: [first, second] })).toEqual({
      ...{ error: null, calls: [], written: [claimed, ended('refused', limit)] },
    });
    const one = parseSettings({ fixer: 'workflow_dispatch', max_passes: 1 }, true);
    expect((await start({ handOffs: [first], settings: one })).written[1]).toEqual(
      ended('refused', limit.replace('2 times', '1 time')),
    );
    // The limit was lowered since.
    expect((await start({ handOffs: [first, second], settings: one })).written[1]).toEqual(ended('refused', limit));
  });

  test('start it once for a decision, also when the process stopped in between', async () => {
    expect(await start({ handOffs: [{ ...key, pullRequest: 42, state: 'claimed', counted: true }] })).toEqual({
      ...{ error: null, calls: [] },
      written: [
        ['handOff.update', { where: { ...key, state: 'claimed' }, data: { state: 'unanswered', problem: unanswered } }],
      ],
    });
  });

  const answered = (status: number, headers = {}) => Object.assign(new Error('No.'), { status, response: { headers } });
  const not = 'The fixing agent was not started: ';
  test.each<[number, Settings, problem: string]>([
    [404, workflow, `${not}there is no \`.github/workflows/fix.yml\` on the default branch.`],
    [403, workflow, `${not}the App may not start workflows here.`],
    [
      422,
      workflow,
      `${not}\`.github/workflows/fix.yml\` does not take a dispatch with the inputs \`review_id\`, \`pull_request\`, \`head_branch\` and \`service_url\`.`,
    ],
    [403, comment, 'The fixing agent could not be called: GitHub refused the comment.'],
  ])('that GitHub refuses (%i) are not tried again', async (status, settings, problem) => {
    const { error, written } = await start({ settings, error: answered(status) });
    expect({ error, written }).toEqual({ error: null, written: [claimed, ended('refused', problem)] });
  });

  test('are tried again after an answer that started nothing', async () => {
    for (const error of [answered(503), answered(403, { 'retry-after': '3' })]) {
      expect(await start({ error })).toEqual({
        ...{ error: 'Error: No.', calls: [dispatch], written: [claimed, ['handOff.delete', { where: key }]] },
      });
    }
  });

  test('are not tried again without an answer, because the agent may have started', async () => {
    const where = { ...key, state: 'claimed' };
    expect((await start({ error: new Error('socket hang up') })).written).toEqual([
      ...[claimed, ['handOff.update', { where, data: { state: 'unanswered', problem: unanswered } }]],
    ]);
  });
});

test.each([
  [{ private: true, fork: false }, workflow, null],
  [{ private: false, fork: true }, parseSettings({}, false), null],
  [
    { private: false, fork: true },
    workflow,
    'The fixing agent does not start by itself on a public repository, where strangers can write what it would do. Start it by hand.',
  ],
  [
    { private: true, fork: true },
    workflow,
    'The fixing agent does not start by itself on a fork’s pull request, which it could not push to. Fix the marks by hand.',
  ],
])('why no agent starts on %j', (pull, settings, sentence) => {
  expect(whyNoAgent(pull, settings)).toBe(sentence);
});

describe('the limit of passes', () => {
  const approved = decided(newReview(), 'approved');
  const counts = [['handOff.update', { where: { repositoryId: 7, pullRequest: 42 }, data: { counted: false } }]];

  async function reset(
    of: Review,
    settings = parseSettings({}, true),
    facts: ReturnType<typeof decidedBy> | null = null,
  ) {
    const { db, written } = fakeDatabase({});
    const app = { db } as AppContext;
    await resetPassLimitIfApproved(app, newPull(), newRegistration({ facts }), of, settings);
    return written;
  }

  test('is reset by a new approval that counts', async () => {
    expect(await reset(approved)).toEqual(counts);
    expect(await reset(decided(approved, 'approved'), parseSettings({}, true), decidedBy(null))).toEqual(counts);
  });

  test('stays after any other decision', async () => {
    expect(await reset(review)).toEqual([]);
    expect(await reset(approved, parseSettings({ approvers: 'write' }, true))).toEqual([]);
    expect(await reset(approved, parseSettings({}, true), decidedBy(null))).toEqual([]);
  });
});
