import { type CheckContent, newContent, tryAgain } from './check.ts';
import { inline, plural, takeFitting } from './markdown.ts';

// Checks that do not show a single review.

export const notAffected = newContent('completed', 'success', 'Not affected', [
  'None of the files that this pull request changes is among the `paths` of this review in `.github/sightline.yml`.',
]);

export const awaitsWorkflow = newContent('queued', null, 'Waiting for the workflow', [
  'The repository lists this review in `.github/sightline.yml`, and no job has registered it for this commit yet.',
]);

export const awaitsDraft = newContent('queued', null, 'The pull request is a draft', [
  'The review starts when the pull request is ready, or earlier when a job registers it.',
]);

export const neverRegistered = newContent(
  'completed',
  'failure',
  'No job registered the review',
  [
    'No workflow runs on this commit any more, and none registered this review.',
    'The logs of those that ran say why; if none ran, see its `on:`. If this review no longer exists, remove its name from `.github/sightline.yml`.',
  ],
  [tryAgain],
);

export const noneRegistered = newContent('completed', 'failure', 'No job registered a review', [
  'No workflow runs on this commit any more, and none registered a review.',
  'The logs of those that ran say why; if none ran, see its `on:`. If this pull request needs no review, list the reviews with their `paths` in `.github/sightline.yml`.',
]);

export const runsAgain = newContent('queued', null, 'The workflow runs again', ['Its job registers the review.']);

/** The check of a name whose workflow somebody asked to run again in vain. */
export const cannotRunAgain = newContent('completed', 'failure', 'The workflow cannot run again', [
  'GitHub runs a workflow again for 30 days after its first run, and there is no such run of this commit. Push a commit to ask for a decision.',
]);

/** Renders the check of a review that ended with its pull request. Other pull requests with its commit show it too. */
export const renderClosed = (number: number): CheckContent =>
  newContent('completed', 'cancelled', `Pull request #${number} was closed`, [
    'If that pull request is reopened, the review continues.',
  ]);

/** The state of one named review on a commit. */
export interface Standing {
  name: string;
  /** null while it is not completed; `unregistered` when no job is left to register the review. */
  conclusion: string | null;
}

/** GitHub accepts 65,535 characters of a summary, including the text around the list. */
const MAX_LIST_BYTES = 60_000;

/** Renders the one check of all named reviews. */
export function renderSummary(standings: readonly Standing[]): CheckContent {
  if (standings.length === 0) {
    return newContent('queued', null, 'No review is registered yet', [
      'Nothing is listed under `reviews` in `.github/sightline.yml`, so this waits for the first job to register one.',
    ]);
  }
  const { passed, waiting, failed } = sort(standings);
  const lines = [listStandings(standings)];
  if (failed.length > 0) {
    const title = `${plural(failed.length, 'review')} of ${standings.length} did not pass`;
    return newContent('completed', 'failure', title, lines);
  }
  if (waiting.length > 0) {
    return newContent('in_progress', null, `${passed.length} of ${plural(standings.length, 'review')} passed`, lines);
  }
  return newContent('completed', 'success', `${plural(passed.length, 'review')} passed`, lines);
}

/** A pull request of a merge group, and the state of its check at its head. */
export interface Member {
  number: number;
  standings: readonly Standing[];
}

/** Renders a merge group's check of one name, or for the empty name that of all of them. */
export function renderGroupCheck(name: string, members: readonly Member[]): CheckContent {
  const concerned = members.flatMap((member) => {
    const standings = member.standings.filter((standing) => standing.name === name);
    return standings.length === 0 ? [] : [{ number: member.number, standings }];
  });
  const open = concerned.filter(({ standings }) => standings.some(({ conclusion }) => conclusion !== 'success'));
  const described = concerned.map(
    (member) => `- #${member.number}: ${open.includes(member) ? 'not approved at its head' : 'passed at its head'}`,
  );
  const lines = takeFitting(described, MAX_LIST_BYTES, (left) => `- and ${left} more`);
  if (concerned.length > 0 && open.length === 0) {
    return newContent('completed', 'success', 'Every pull request of the group passed', lines);
  }
  const title = `${plural(open.length, 'pull request')} of the group did not pass`;
  return newContent('completed', 'failure', title, [
    ...lines,
    `Get ${open.length === 1 ? 'it approved and add it' : 'them approved and add them'} to the queue again.`,
  ]);
}

/** The check of a merge group whose pull requests GitHub does not list. */
export const unknownGroup = newContent('completed', 'failure', 'The group\u2019s pull requests are not known', [
  'GitHub does not say which pull requests are in this merge group, so their approvals cannot be checked. Add them to the queue again.',
]);

const sort = (standings: readonly Standing[]) => ({
  passed: standings.filter(({ conclusion }) => conclusion === 'success'),
  waiting: standings.filter(({ conclusion }) => conclusion === null),
  failed: standings.filter(({ conclusion }) => conclusion !== null && conclusion !== 'success'),
});

function listStandings(standings: readonly Standing[]): string {
  const word = (conclusion: string | null) => {
    if (conclusion === null) return 'waiting';
    if (conclusion === 'unregistered') return 'no job registered it for this commit';
    return conclusion === 'success' ? 'passed' : 'did not pass';
  };
  const lines = standings.map(({ name, conclusion }) => `- ${inline(name)}: ${word(conclusion)}`);
  return takeFitting(lines, MAX_LIST_BYTES, (left) => `- and ${left} more`).join('\n');
}
