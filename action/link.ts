import { inputError, Skip } from './error.ts';
import type { PullRequest } from './event.ts';
import type { Inputs } from './inputs.ts';
import type { App } from './service.ts';

/**
 * Returns how people reach the review. The link alone is enough to decide, so on a public repository it is published
 * only when the workflow asks for it, or when the App asks people to sign in.
 * @throws Skip when nothing may be published · ActionError when sign-in is wanted and nobody offers it
 */
export function chooseLink(inputs: Inputs, pull: PullRequest, app: App | null): 'direct' | 'sign-in' {
  if (inputs.link === 'direct' || (inputs.link === '' && pull.private)) return 'direct';
  if (app?.sign_in) return 'sign-in';
  if (inputs.link === 'sign-in') {
    throw inputError(
      'link',
      app === null
        ? 'sign-in is asked by the GitHub App, and this run has none to register the review at: let the operator of the service set one up, or use link: direct.'
        : `sign-in is asked by the GitHub App, and the one at ${app.url} does not offer it. Nothing was made or posted. Let its operator set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET, or use link: direct.`,
    );
  }
  throw new Skip(
    app === null
      ? 'This repository is public, and everybody with a review’s link can decide, so nothing was made or posted. If everybody may decide, set "link: direct".'
      : 'This repository is public, and everybody with a review’s link can decide, so nothing was made or posted. Its GitHub App could let people sign in instead: its operator sets GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET. If everybody may decide, set "link: direct".',
    'warning',
  );
}
