import { type Bench, type PullRequest, until } from './start-app.ts';

/** Returns the newest run of a check, by its full name on GitHub. */
export async function findCheck(bench: Bench, commit: { repository: string; headSha: string }, name: string) {
  const checks = await bench.github.checks(commit.repository, commit.headSha);
  return checks.findLast((check) => check.name === name);
}

/** Waits until the newest run of a named check matches. */
export function untilNamed(
  bench: Bench,
  commit: { repository: string; headSha: string },
  name: string,
  wanted: { title?: string; conclusion?: string | null; status?: string },
) {
  return until(`${name} to be ${JSON.stringify(wanted)}`, async () => {
    const check = await findCheck(bench, commit, name);
    if (check === undefined) return undefined;
    const fits = Object.entries(wanted).every(([field, value]) => Reflect.get(check, field) === value);
    return fits && check;
  });
}

/** Presses a button of a check, as a person does on GitHub. */
export function press(bench: Bench, pull: PullRequest, check: { id: number }, identifier: string): Promise<number> {
  return bench.github.deliver(pull.repository, 'check_run', {
    action: 'requested_action',
    check_run: { id: check.id, head_sha: pull.headSha },
    requested_action: { identifier },
    repository: { id: pull.repositoryId, full_name: pull.repository },
  });
}

/** Returns the fields of a pull request's event that the App reads. */
export const pullEvent = (pull: PullRequest, action: string) => ({
  action,
  number: pull.number,
  pull_request: { number: pull.number },
  repository: { id: pull.repositoryId, full_name: pull.repository },
});
