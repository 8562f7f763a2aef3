import type { People } from './people.ts';
import type { LocalGitHub } from './types.ts';

/** Returns the App's settings for a local GitHub. With `people` in front of it, the App can also sign people in. */
export function gitHubEnvironment(
  { app, apiUrl, oidcIssuer }: Pick<LocalGitHub, 'app' | 'apiUrl' | 'oidcIssuer'>,
  people?: People,
): Record<string, string> {
  return {
    GITHUB_APP_ID: app.id,
    GITHUB_PRIVATE_KEY: app.privateKey,
    GITHUB_WEBHOOK_SECRET: app.webhookSecret,
    GITHUB_API_URL: people?.url ?? apiUrl,
    GITHUB_OIDC_ISSUER: oidcIssuer,
    ...(people === undefined ? {} : { GITHUB_CLIENT_ID: people.clientId, GITHUB_CLIENT_SECRET: people.clientSecret }),
  };
}
