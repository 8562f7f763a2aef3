import type { LocalGitHub } from './types.ts';

export type { Check, Comment, Dispatch, LocalGitHub, Run } from './types.ts';

/** Starts a local GitHub on loopback: an emulator of its API behind a thin proxy that adds what it lacks. */
export function startLocalGitHub(_options: { port?: number } = {}): Promise<LocalGitHub> {
  return Promise.reject(new Error('The local GitHub is not written yet.'));
}
