import { z } from 'zod';
import { splitName } from '../github.ts';
import type { Parts } from '../parts.ts';
import { inline } from '../render/markdown.ts';
import type { PullRequest } from '../store/pull-requests.ts';

const path = '.github/sightline.yml';

/** `.github/sightline.yml`. */
const SettingsFile = z.strictObject({
  /** Who is told of changes that were asked for. */
  fixer: z.enum(['none', 'workflow_dispatch', 'comment']).default('none'),
  /** The file name of the workflow that a dispatch starts. */
  workflow: z
    .string()
    .regex(/^[\w.-]+\.ya?ml$/, 'must be the name of a file in .github/workflows')
    .default('sightline-fix.yml'),
  /** Whom a comment calls. */
  mention: z
    .string()
    .regex(/^@[A-Za-z0-9-]+(\/[A-Za-z0-9-]+)?$/, 'must be one mention, for example @my-agent')
    .optional(),
  /** Passes the fixing agent is given on a pull request without a person in between. */
  max_passes: z.int().min(1).max(20).default(3),
  /** Whether the comment shows the review's link. Default: on private repositories only. */
  link: z.enum(['direct', 'hidden']).optional(),
});

export interface Settings {
  fixer: 'none' | 'workflow_dispatch' | 'comment';
  workflow: string;
  mention: string | null;
  maxPasses: number;
  link: 'direct' | 'hidden';
  /** What is wrong with the file, for the comment. */
  problems: string[];
}

/** Reads the repository's settings from its default branch; wrong ones count as none and say why. */
export async function readSettings(parts: Parts, pull: PullRequest): Promise<Settings> {
  const link = pull.private ? 'direct' : 'hidden';
  const none: Settings = {
    fixer: 'none',
    workflow: 'sightline-fix.yml',
    mention: null,
    maxPasses: 3,
    link,
    problems: [],
  };
  const given = await readFile(parts, pull);
  if (given === null) return none;
  const wrong = (message: string) => ({ ...none, problems: [`\`${path}\` is not valid and was ignored: ${message}`] });
  if (given === 'unreadable') return wrong('it is not YAML with keys and values.');
  const read = SettingsFile.safeParse(given);
  if (!read.success) {
    const issues = read.error.issues.map((issue) => inline(`${issue.path.join('.')}: ${issue.message}`, 200));
    return wrong(`${issues.join(', ')}.`);
  }
  const settings = read.data;
  if (settings.fixer === 'comment' && settings.mention === undefined) {
    return wrong('`fixer: comment` needs `mention`, whom the comment calls.');
  }
  return {
    fixer: settings.fixer,
    workflow: settings.workflow,
    mention: settings.mention ?? null,
    maxPasses: settings.max_passes,
    link: settings.link ?? link,
    problems: [],
  };
}

async function readFile(parts: Parts, pull: PullRequest): Promise<unknown> {
  const octokit = await parts.github.forInstallation(pull.installationId);
  try {
    const { files } = await octokit.config.get({ ...splitName(pull.fullName), path });
    // The first is the repository's own; the others are an account's defaults, which nobody here has looked at.
    return files[0]?.config ?? null;
  } catch (error) {
    if (error instanceof Error && error.message.includes('octokit-plugin-config')) return 'unreadable';
    throw error;
  }
}
