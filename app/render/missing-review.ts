import { type CheckContent, newContent } from './check.ts';
import { inline, plural } from './markdown.ts';

/** A review that a pull request needs and its head does not have. */
export interface MissingReview {
  /** The changed files that require it; null when the pull request changes more files than GitHub lists. */
  files: readonly string[] | null;
  paths: readonly string[];
  /** Whether only pull requests of agents are held to it. */
  agentsOnly: boolean;
  headSha: string;
  /** The newest pass on an earlier commit, which a next pass can continue. */
  parent: string | null;
}

const shownGlobs = 5;

/** Renders the check of a pull request that lacks a review it needs: why, and what to do. */
export function renderMissing({ files, paths, agentsOnly, headSha, parent }: MissingReview): CheckContent {
  const wanted = paths.filter((glob) => !glob.startsWith('!'));
  const globs = (wanted.length > 0 ? wanted : paths).map((glob) => inline(glob));
  const list = `${globs.slice(0, shownGlobs).join(', ')}${globs.length > shownGlobs ? ', …' : ''}`;
  const others = files === null || files.length < 2 ? '' : ` and ${plural(files.length - 1, 'more file')}`;
  const changes =
    files === null
      ? 'more files than GitHub lists'
      : `${inline(files[0] ?? '', 200)}${others}, which match${files.length === 1 ? 'es' : ''} ${list}`;
  const held = agentsOnly ? ' from an agent' : '';
  const lines = [
    `This pull request${held} changes ${changes}. The repository requires a review of such changes (\`require\` in \`.github/sightline.yml\`), and none was submitted for commit \`${headSha.slice(0, 7)}\`.`,
    'To submit one, run a workflow with the Sightline Action on this commit. If the repository has none yet, add one that runs on `pull_request`.',
  ];
  if (parent !== null) {
    lines.push(
      'Or show the next pass of the review of an earlier commit, from where the page runs:',
      `\`\`\`sh\nsightline review http://localhost:3000 --pages / --parent ${parent} --revision ${headSha}\n\`\`\``,
    );
  }
  lines.push('When the review is submitted, this check follows it.');
  return newContent('completed', 'failure', 'No review of this commit', lines);
}

/** Renders the check of a pull request that needs no review and has none. */
export const renderNotRequired = ({ agentsOnly }: Pick<MissingReview, 'agentsOnly'>): CheckContent =>
  newContent('completed', 'success', 'No review required', [
    `This pull request changes no file that requires a review (\`require\` in \`.github/sightline.yml\`)${agentsOnly ? ', or no agent has a part in it' : ''}. None was submitted for this commit.`,
  ]);
