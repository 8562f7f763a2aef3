import { Probot, ProbotOctokit } from 'probot';
import type { AppConfig } from './config.ts';

export type Octokit = InstanceType<typeof ProbotOctokit>;

export type GitHub = ReturnType<typeof createGitHub>;

const quiet = () => undefined;

// Probot logs the body of every request at debug level, and ours contain links. The queue retries and spaces its
// attempts, so the client itself does neither.
class QuietOctokit extends ProbotOctokit {
  constructor(options: ConstructorParameters<typeof ProbotOctokit>[0] = {}) {
    super({
      ...options,
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      retry: { enabled: false },
      throttle: { enabled: false },
    });
  }
}

export function createGitHub(config: AppConfig) {
  const probot = new Probot({
    appId: config.github.appId,
    privateKey: config.github.privateKey,
    secret: config.github.webhookSecret,
    baseUrl: config.github.apiUrl,
    logLevel: 'warn',
    logFormat: 'json',
    Octokit: QuietOctokit,
    request: {
      fetch: (url: string, init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(15_000) }),
    },
  });
  // By installation, the time on this process's clock until which GitHub has asked to wait.
  const pauses = new Map<number, number>();
  let login: Promise<string> | undefined;
  const readLogin = async () => {
    const octokit = await probot.auth();
    const { data } = await octokit.rest.apps.getAuthenticated();
    if (data?.slug === undefined) throw new Error('GitHub does not say the slug of this App.');
    return `${data.slug}[bot]`;
  };
  return {
    probot,
    appId: config.github.appId,
    /** Returns the login that the App's comments come from. */
    botLogin() {
      login ??= readLogin().catch((error: unknown) => {
        login = undefined;
        throw error;
      });
      return login;
    },
    /** Returns a client of the installation. Throws {@link Paused} while GitHub has asked this installation to wait. */
    async forInstallation(installationId: number) {
      const left = (pauses.get(installationId) ?? 0) - performance.now();
      if (left > 0) throw new Paused(left / 1000);
      pauses.delete(installationId);
      const octokit = await probot.auth(installationId);
      octokit.hook.error('request', (error) => {
        const seconds = readRetryAfter(error);
        if (seconds !== null) pauses.set(installationId, performance.now() + seconds * 1000);
        throw error;
      });
      return octokit;
    },
    /** Returns the installation that covers a repository; null when the App is not installed there. */
    async findInstallation(fullName: string): Promise<number | null> {
      const octokit = await probot.auth();
      try {
        const { data } = await octokit.rest.apps.getRepoInstallation(splitName(fullName));
        return data.suspended_at ? null : data.id;
      } catch (error) {
        if (isStatus(error, 404)) return null;
        throw error;
      }
    },
  };
}

export function splitName(fullName: string): { owner: string; repo: string } {
  const [owner = '', repo = ''] = fullName.split('/');
  return { owner, repo };
}

/** Returns whether GitHub answered, or certainly never received the request. */
export function isAnswered(error: unknown): boolean {
  if (Reflect.get(Object(error), 'response') !== undefined) return true;
  const cause = Reflect.get(Object(Reflect.get(Object(error), 'cause')), 'cause');
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(Reflect.get(Object(cause), 'code')));
}

/** GitHub has asked for a pause that has not ended. */
export class Paused extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('GitHub asked to be left alone for a while.');
    this.name = 'Paused';
    this.seconds = seconds;
  }
}

const longestPause = 3600;

/**
 * Returns the seconds until GitHub may be called again, if GitHub said so: from `retry-after`, from the end of its
 * primary limit, or, for a secondary limit without either, the minute that its documentation asks for. null for every
 * other error.
 */
export function readRetryAfter(error: unknown, now = Date.now()): number | null {
  if (error instanceof Paused) return error.seconds;
  if (!isRateLimited(error)) return null;
  const headers = Object(Reflect.get(Object(Reflect.get(Object(error), 'response')), 'headers'));
  const after = Number(Reflect.get(headers, 'retry-after'));
  if (Number.isFinite(after)) return Math.min(Math.max(1, after), longestPause);
  const reset = Number(Reflect.get(headers, 'x-ratelimit-reset'));
  const exhausted = Reflect.get(headers, 'x-ratelimit-remaining') === '0';
  if (exhausted && Number.isFinite(reset)) return Math.min(Math.max(1, reset - now / 1000), longestPause);
  return 60;
}

/** Returns whether a refusal ends by itself: past its limits, GitHub answers 403 as well as 429. */
export function isRateLimited(error: unknown): boolean {
  if (!isStatus(error, 403, 429)) return false;
  const response: unknown = Reflect.get(Object(error), 'response');
  const headers = Object(Reflect.get(Object(response), 'headers'));
  if ('retry-after' in headers || Reflect.get(headers, 'x-ratelimit-remaining') === '0') return true;
  return (
    isStatus(error, 429) || (error instanceof Error && /secondary rate limit|abuse detection/i.test(error.message))
  );
}

export function isStatus(error: unknown, ...statuses: number[]): boolean {
  return (
    error instanceof Error && 'status' in error && typeof error.status === 'number' && statuses.includes(error.status)
  );
}

/** Returns whether a branch, or the history of a commit, has this commit. */
export async function hasCommit(
  octokit: Octokit,
  repository: { owner: string; repo: string },
  branch: string,
  commit: string,
): Promise<boolean> {
  try {
    const asked = { ...repository, basehead: `${commit}...${branch}`, per_page: 1 };
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead(asked);
    return data.merge_base_commit.sha.startsWith(commit);
  } catch (error) {
    // GitHub knows no such commit, or no common ancestor.
    if (isStatus(error, 404)) return false;
    throw error;
  }
}
