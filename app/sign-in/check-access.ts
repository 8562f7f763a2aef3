import type { AppContext } from '../context.ts';
import { isRateLimited, isStatus, type Octokit, splitName } from '../github.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { PullRequest } from '../store/pull-requests.ts';
import type { ReviewerAccess } from '../store/reviewer-access.ts';
import { requirementOf } from './may-pass.ts';
import { canRead, type Person } from './person.ts';

/** Returns null for what GitHub does not show: a person who does not exist, or a team that the App may not read. */
async function orNull<Value>(app: AppContext, asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (isStatus(error, 403) && !isRateLimited(error)) {
      app.log.warn({}, 'GitHub does not let the App look: for a team it needs `members: read`');
      return null;
    }
    if (isStatus(error, 404)) return null;
    throw error;
  }
}

async function mayWrite(app: AppContext, octokit: Octokit, pull: PullRequest, person: Person): Promise<boolean> {
  const found = await orNull(
    app,
    octokit.rest.repos.getCollaboratorPermissionLevel({ ...splitName(pull.fullName), username: person.login }),
  );
  // Compares the id as well, because a login can change hands between two calls.
  return found?.data.user?.id === person.id && ['admin', 'write'].includes(found.data.permission);
}

async function isMember(app: AppContext, octokit: Octokit, team: string, person: Person): Promise<boolean> {
  const [org = '', slug = ''] = team.split('/');
  const found = await orNull(
    app,
    octokit.rest.teams.getMembershipForUserInOrg({ org, team_slug: slug, username: person.login }),
  );
  return found?.data.state === 'active';
}

/**
 * Returns what the App can assert about a person who wants to see a pull request's review; null when they may not. Asks
 * GitHub at every visit: access by the person's own token, the rest as the App.
 */
export async function checkAccess(
  app: AppContext,
  pull: PullRequest,
  person: Person,
  token: string,
): Promise<ReviewerAccess | null> {
  if (!(await canRead(app.config.github.apiUrl, token, pull))) return null;
  const octokit = await app.github.forInstallation(pull.installationId);
  const settings = await readSettings(app, pull);
  const { data: live } = await octokit.rest.pulls.get({ ...splitName(pull.fullName), pull_number: pull.number });
  // The current visibility counts: once a repository is public anybody can read it, even if the event for that has not
  // arrived.
  const asked = requirementOf(settings, live.base.repo.private);
  const team = asked.startsWith('team:') ? asked.slice(5) : null;
  const [writes, member] = await Promise.all([
    mayWrite(app, octokit, pull, person),
    team === null ? false : isMember(app, octokit, team, person),
  ]);
  // With unreadable rules, only those who could change them get in.
  if ((asked === 'write' || asked === 'unknown') && !writes) return null;
  if (team !== null && !member) return null;
  return {
    login: person.login,
    userId: person.id,
    mayWrite: writes,
    team: member ? team : null,
    isAuthor: live.user?.id === person.id,
  };
}
