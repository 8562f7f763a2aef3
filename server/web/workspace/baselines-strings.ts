import { count } from '../shared/words.ts';

/** Strings of the baselines, not in the review page's bundle. */
export const baselines = {
  title: 'Baselines',
  lead: 'The accepted screenshots that pull requests are compared with, by repository and review.',
  about: 'How baselines work',
  none: 'No baseline is recorded.',
  how: 'A push to the default branch records one, with the same Action step that opens the reviews of pull requests.',
  loading: 'Loading the baselines…',
  broken: 'The baselines can’t be loaded right now. The page keeps trying.',
  shots: (n: number) => count(n, 'screenshot'),
  branch: (branch: string, commit: string) => `${branch} at ${commit.slice(0, 7)}`,
  unstable: (n: number) => `${count(n, 'screenshot')} varied between runs of the same commit`,
  fix: 'They are reported as changes that nobody made. Mask what moves, or give it a fixed time or order.',
  noise: (n: number) => `${count(n, 'difference')} called noise`,
  noiseUntil: (by: string | null) => `${by === null ? '' : `approved by ${by}, `}until`,
  endNoise: 'Look at it again',
  endNoiseOf: (label: string) => `Look at it again: ${label}`,
  noiseEnded: (label: string) => `“${label}” needs a look again where it differs.`,
  varied: (variants: number, runs: number, commit: string) =>
    `${count(variants, 'version')} in ${count(runs, 'run')} of ${commit.slice(0, 7)}`,
};
