import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { AppContext } from '../context.ts';
import { isRateLimited, isStatus, splitName } from '../github.ts';
import { inline } from '../render/markdown.ts';
import type { Given } from './cache.ts';
import {
  defaultSettings,
  parseSettings,
  type Settings,
  type SettingsProblem,
  settingsPath,
  unreadableSettings,
} from './file.ts';

export interface SettingsOwner {
  repositoryId: number;
  installationId: number;
  fullName: string;
  private: boolean;
}

/** Reads the repository's settings from its default branch. Several reviews in one sweep share one read. */
export async function readSettings(app: AppContext, repository: SettingsOwner): Promise<Settings> {
  const given = await app.settings.read(repository.repositoryId, () => readFile(app, repository));
  const signsIn = app.config.signIn !== null;
  if (given === null) return defaultSettings(repository.private, signsIn);
  if ('unreadable' in given) return unreadableSettings(repository.private, given.unreadable, given.line);
  const read = parseSettings(given.config, repository.private, signsIn);
  if (read.problems.length === 0) return read;
  const text = await readText(app, repository);
  return { ...read, problems: read.problems.map((problem) => ({ ...problem, line: findLine(text, problem.path) })) };
}

/** Returns one sentence about the problems, for the pull request's comment. */
export function describeProblems(problems: readonly SettingsProblem[]): string | null {
  if (problems.length === 0) return null;
  const each = problems.slice(0, 10).map(({ path, line, message }) => {
    const field = path.length === 0 ? message : `${path.join('.')}: ${message}`;
    return `${line === null ? '' : `line ${line}, `}${inline(field, 300)}`;
  });
  const more = problems.length > 10 ? ` and ${problems.length - 10} more` : '';
  return `\`${settingsPath}\` is not valid: ${each.join('; ')}${more}. It is read from the default branch. Until it is fixed, what cannot be read counts in its strictest sense.`;
}

async function readFile(app: AppContext, repository: SettingsOwner): Promise<Given> {
  const octokit = await app.github.forInstallation(repository.installationId);
  try {
    const { files } = await octokit.config.get({ ...splitName(repository.fullName), path: settingsPath });
    // The first file is the repository's own; the others are an account's defaults, which nobody here has looked at.
    const config = files[0]?.config ?? null;
    return config === null ? null : { config };
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('octokit-plugin-config'))) throw error;
    const position: unknown = Reflect.get(Object(Reflect.get(Object(error.cause), 'linePos')), 0);
    const line: unknown = Reflect.get(Object(position), 'line');
    return {
      unreadable: 'it is not YAML with keys and values',
      line: typeof line === 'number' ? line : null,
    };
  }
}

async function readText(app: AppContext, repository: SettingsOwner): Promise<string> {
  const octokit = await app.github.forInstallation(repository.installationId);
  const { data } = await octokit.rest.repos.getContent({
    ...splitName(repository.fullName),
    path: settingsPath,
    mediaType: { format: 'raw' },
  });
  return typeof data === 'string' ? data : '';
}

/** Returns the line of the innermost key of a path that is there; null where none is. */
export function findLine(text: string, path: readonly string[]): number | null {
  const lineCounter = new LineCounter();
  let { contents: node }: { contents: unknown } = parseDocument(text, { lineCounter });
  let found: number | null = null;
  for (const name of path) {
    const entry = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === name) : undefined;
    const place = isSeq(node) ? node.items[Number(name)] : entry?.key;
    if (!isNode(place) || place.range == null) break;
    found = lineCounter.linePos(place.range[0]).line;
    node = entry?.value ?? place;
  }
  return found;
}

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
