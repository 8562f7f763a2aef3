import type { AppContext } from '../context.ts';
import { writeCheck } from '../decisions/write-check.ts';
import { hasCommit, type Octokit, splitName } from '../github.ts';
import { type Member, renderGroupCheck, unknownGroup } from '../render/pull-checks.ts';
import type { MergeGroupJob, RecheckGroupsJob } from '../send-jobs.ts';
import { hasSummary } from '../settings/file.ts';
import { readSettings } from '../settings/read-settings.ts';
import { summaryName } from '../store/check-runs.ts';
import { findPullRequest } from '../store/pull-requests.ts';
import { pauseIfInaccessible } from './pause-if-inaccessible.ts';
import { readStandings, summarize } from './publish-pull-checks.ts';
import { refreshPullRequest } from './refresh-pull-request.ts';

/** What the names of the queue's branches begin with. */
const QUEUE = 'gh-readonly-queue/';

/**
 * Creates the checks of a merge group's commit: each passes only when it passes at the head of every pull request in
 * the group.
 */
export async function publishMergeGroup(app: AppContext, job: MergeGroupJob): Promise<void> {
  try {
    const octokit = await app.github.forInstallation(job.installationId);
    const numbers = await listMembers(octokit, job);
    const members: Member[] = [];
    for (const number of numbers ?? []) members.push(await readMember(app, job, number));
    const names = new Set(members.flatMap(({ standings }) => standings.map(({ name }) => name)));
    const settings = await readSettings(app, { ...job, private: true });
    if (numbers === null) {
      for (const name of settings.reviews?.keys() ?? []) names.add(name);
      if (hasSummary(settings)) names.add(summaryName);
    }
    await app.locks.withLock(`group:${job.repositoryId}:${job.headSha}`, async () => {
      for (const name of names) {
        const content = numbers === null ? unknownGroup : renderGroupCheck(name, members);
        await writeCheck(app, { ...job, open: true }, { ...job, name }, content, {
          externalId: `group:${job.headSha}`,
        });
      }
    });
    app.log.info({ headSha: job.headSha, members: numbers, checks: names.size }, 'a merge group was answered');
  } catch (error) {
    if (!(await pauseIfInaccessible(app, job, error))) throw error;
  }
}

/** Queues another look at each merge group in the queue, because one of its pull requests no longer passes. */
export async function recheckMergeGroups(app: AppContext, place: RecheckGroupsJob): Promise<void> {
  try {
    const octokit = await app.github.forInstallation(place.installationId);
    const refs = await octokit.paginate(octokit.rest.git.listMatchingRefs, {
      ...splitName(place.fullName),
      ref: `heads/${QUEUE}`,
    });
    for (const { ref, object } of refs) {
      const baseRef = ref.replace(QUEUE, '').replace(/\/pr-\d+-[0-9a-f]{40}$/, '');
      await app.jobs.checkMergeGroup({ ...place, headSha: object.sha, baseRef });
    }
  } catch (error) {
    if (!(await pauseIfInaccessible(app, place, error))) throw error;
  }
}

async function readMember(app: AppContext, job: MergeGroupJob, number: number): Promise<Member> {
  const { repositoryId, installationId, fullName } = job;
  await refreshPullRequest(app, { repositoryId, number, installationId, fullName });
  const pull = await findPullRequest(app.db, repositoryId, number);
  if (pull === null) return { number, standings: [] };
  const settings = await readSettings(app, pull);
  const standings = await readStandings(app, pull, settings);
  if (!hasSummary(settings)) return { number, standings };
  const passed = (await summarize(app, pull, settings)).conclusion === 'success';
  return { number, standings: [...standings, { name: summaryName, conclusion: passed ? 'success' : null }] };
}

/**
 * Returns the pull requests of a group. GitHub keeps a branch for each one in the queue, named after it and after the
 * commit it was put on: the base branch's, or that of the pull request before it. null when that chain has a gap.
 */
async function listMembers(octokit: Octokit, job: MergeGroupJob): Promise<number[] | null> {
  const repository = splitName(job.fullName);
  const base = job.baseRef.replace(/^refs\/heads\//, '');
  const prefix = `${QUEUE}${base}/`;
  const refs = await octokit.paginate(octokit.rest.git.listMatchingRefs, {
    ...repository,
    ref: `heads/${prefix}`,
  });
  const groups = new Map(
    refs.flatMap(({ ref, object }) => {
      const [, number, parent = ''] = /\/pr-(\d+)-([0-9a-f]{40})$/.exec(ref) ?? [];
      return number === undefined ? [] : [[object.sha, { number: Number(number), parent }] as const];
    }),
  );
  const numbers: number[] = [];
  let commit = job.headSha;
  for (let group = groups.get(commit); group !== undefined; group = groups.get(commit)) {
    if (numbers.includes(group.number)) return null;
    numbers.push(group.number);
    commit = group.parent;
  }
  if (numbers.length === 0) return null;
  return (await hasCommit(octokit, repository, base, commit)) ? numbers : null;
}
