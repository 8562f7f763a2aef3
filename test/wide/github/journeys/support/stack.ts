import { expect, vi } from 'vitest';
import { table } from '../../../../../server/cli/text.ts';
import { type Bench, type Pull, startBench } from '../../../../github/action/support/bench.ts';
import { gitHubEnvironment } from '../../../../support/local-github/environment.ts';
import type { Check, Comment, LocalGitHub } from '../../../../support/local-github/types.ts';
import { PATIENCE_MS } from '../../../../support/patience.ts';

/** The parts of a whole journey: the built Action, the service with the App inside, the local GitHub. */
export interface Stack extends Bench {
  /** A pull request on which the App may work, with one image to review. */
  newPull(options?: { settings?: string; fork?: string }): Promise<Pull>;
}

const waiting = { timeout: PATIENCE_MS, interval: 150 };
export const images = { images: 'shots/*.png' };
const visual = 'Sightline / visual';

export async function startStack(): Promise<Stack> {
  const bench = await startBench((github) => ({ ...gitHubEnvironment(github), LOG_LEVEL: 'error' }));
  let owners = 0;
  return {
    ...bench,
    async newPull({ settings, ...options } = {}) {
      // GitHub limits requests per installation. Each pull request has its own, so that none waits for another.
      const pull = await bench.openPull({ owner: `octo-${++owners}`, ...options });
      await pull.draw('shots/a.png', 'red');
      if (settings !== undefined) {
        const files = { '.github/sightline.yml': settings };
        await bench.github.push({ repository: pull.repository, branch: 'main', message: 'Settings', files });
      }
      await bench.github.installApp(pull.repository, `${bench.service.url}/api/github/webhooks`);
      return pull;
    },
  };
}

export const checksOf = async (github: LocalGitHub, pull: Pull, sha = pull.headSha): Promise<Check[]> =>
  (await github.checks(pull.repository, sha)).filter((check) => check.name === visual);

/** Waits until the commit has exactly this check and the pull request exactly this comment; throws otherwise. */
export async function expectState(
  github: LocalGitHub,
  pull: Pull,
  wanted: { check: string | null; comment: string; sha?: string },
): Promise<string> {
  const read = async () => {
    const checks = await checksOf(github, pull, wanted.sha);
    const comments = byApp(await pull.comments());
    return {
      checks: checks.map((check) => check.conclusion ?? check.status),
      comments: comments.map(({ body }) => body.includes(wanted.comment) || body),
    };
  };
  const state = { checks: [wanted.check ?? 'in_progress'], comments: [true] };
  // Concurrent tests have no `expect.poll`.
  await vi.waitFor(async () => expect(await read()).toEqual(state), waiting);
  return `1 check ${state.checks[0]}, 1 comment “${wanted.comment}”`;
}

const byApp = (comments: Array<Omit<Comment, 'id'>>) => comments.filter(({ author }) => author === 'sightline[bot]');

export function decide(stack: Stack, link: string, outcome: 'approved' | 'changes_requested'): Promise<unknown> {
  const note = outcome === 'approved' ? {} : { note: 'The button is cut off.' };
  return stack.service.byLink(link).call('decide', { outcome, after_decision: 0, ...note });
}

/** Returns GitHub’s statuses for requests of a kind, in order: `503 503 201`. */
export function answersTo(github: LocalGitHub, method: string, path: RegExp): string {
  const calls = github.calls().filter((call) => call.method === method && path.test(call.path));
  return calls.map(({ status }) => (status === 0 ? 'broken' : status)).join(' ');
}

/** One line for each fault, printed at the end. */
export class FaultTable {
  readonly rows: string[][] = [];

  add(fault: string, where: string, came: string, state: string): void {
    this.rows.push([fault, where, came, state]);
  }

  toString(): string {
    return table([['fault', 'injected where', 'what came', 'final state'], ...this.rows]);
  }
}
