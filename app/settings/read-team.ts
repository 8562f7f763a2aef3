import type { AppContext } from '../context.ts';
import { isRateLimited, isStatus } from '../github.ts';
import type { Settings } from './file.ts';

/**
 * Returns a sentence for the pull request's comment when the required team cannot be read, because then nobody's
 * approval counts and the author of the setting must know. null otherwise. To the App, secret and nested teams are like
 * all others.
 */
export async function describeTeam(
  app: AppContext,
  { installationId }: { installationId: number },
  { approvers }: Pick<Settings, 'approvers'>,
): Promise<string | null> {
  if (!approvers.startsWith('team:')) return null;
  const team = approvers.slice('team:'.length);
  const [org = '', slug = ''] = team.split('/');
  const octokit = await app.github.forInstallation(installationId);
  try {
    await octokit.rest.teams.getByName({ org, team_slug: slug });
    return null;
  } catch (error) {
    if (!isStatus(error, 403, 404) || isRateLimited(error)) throw error;
    const reason = isStatus(error, 403)
      ? 'GitHub does not let the App look into teams: an owner of the organization has to accept its permission \u201cMembers\u201d'
      : `GitHub shows the App no such team: see whether \`${org}\` is the organization that the App is installed on and \`${slug}\` the team\u2019s name as in its address`;
    return `\`approvers: team:${team}\` lets nobody approve, as ${reason}.`;
  }
}
