/**
 * What the GitHub Action calls a repository and its reviews, by ids that stay the same when the repository is renamed.
 * It imports nothing, so that the pages can use it too.
 */
export const GITHUB_PREFIX = 'github:';

/** Returns what baselines of a repository are kept under. */
export const repositoryOf = (repositoryId: number | string): string => `${GITHUB_PREFIX}${repositoryId}`;

/** Returns the reference that all passes of a review of a pull request share. */
export const referenceOf = (pull: { repositoryId: number; number: number }, name: string): string =>
  `${repositoryOf(pull.repositoryId)}:${pull.number}:${name}`;

/** Returns the number of the pull request in a reference; null in one that the Action did not write. */
export function pullRequestOf(reference: string | null): number | null {
  const [, number] = /^github:\d+:(\d+):/.exec(reference ?? '') ?? [];
  return number === undefined ? null : Number(number);
}
