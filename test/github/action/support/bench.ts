import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Client, Output } from '../../../../server/contract/client.ts';
import { type ActionRun, runAction } from '../../../support/action.ts';
import { closeOnce } from '../../../support/file-end.ts';
import type { LocalGitHub } from '../../../support/local-github/index.ts';
import { startLocalGitHub } from '../../../support/local-github/index.ts';
import type { StartRun } from '../../../support/local-github/types.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

export interface ActOptions {
  inputs?: Record<string, string>;
  env?: Record<string, string>;
  attempt?: number;
  event?: NonNullable<StartRun['event']>;
  /** For `push`: the branch that was pushed. */
  branch?: string;
  /** For `workflow_run`: the run that triggered it. */
  triggeredBy?: number;
  /** Changes the event's payload before the run reads it. */
  payload?: (payload: Record<string, unknown>) => Record<string, unknown>;
  onLine?: (line: string) => void;
}

/** A pull request in its own repository, with its own workspace on the service. */
export interface Pull {
  repository: string;
  repositoryId: number;
  number: number;
  headSha: string;
  workspace: string;
  client: Client & { token: string };
  /** Writes an image of one colour into the checked-out repository. */
  draw(path: string, colour: string): Promise<void>;
  push(): Promise<string>;
  act(options?: ActOptions): Promise<ActionRun>;
  comments(): Promise<{ id: number; body: string; author: string }[]>;
  creditsLeft(): Promise<number | null>;
  review(run: ActionRun): Promise<Output<'get_review'>>;
}

export interface Bench {
  github: LocalGitHub;
  service: TestService;
  /**
   * `owner` of the repository: `acme` unless given. Repositories with the same owner share an installation of the App.
   * `beside`: a pull request in whose repository it is opened. `shortPauses`: jobs hardly pause between two tries, for tests whose faults make them try again.
   */
  openPull(options?: {
    private?: boolean;
    fork?: string;
    owner?: string;
    beside?: Pull;
    shortPauses?: boolean;
  }): Promise<Pull>;
  close(): Promise<void>;
}

/** Starts the real service and a local GitHub, both on loopback. */
export async function startBench(
  environment: Record<string, string> | ((github: LocalGitHub) => Record<string, string>) = {},
  clock?: () => Date,
): Promise<Bench> {
  const github = await startLocalGitHub();
  const given = typeof environment === 'function' ? environment(github) : environment;
  const service = await startService({ GITHUB_OIDC_ISSUER: github.oidcIssuer, ...given }, clock);
  let count = 0;
  return {
    github,
    service,
    async openPull(options = {}) {
      count += 1;
      const { beside, owner = 'acme', private: isPrivate = true } = options;
      const { id, fullName } =
        beside === undefined
          ? await github.createRepository({ owner, name: `site-${count}`, private: isPrivate })
          : { id: beside.repositoryId, fullName: beside.repository };
      const branch = beside === undefined ? 'change' : `change-${count}`;
      const opened = await github.openPullRequest({
        repository: fullName,
        branch,
        title: 'Bigger buttons',
        ...(options.fork === undefined ? {} : { fork: options.fork }),
      });
      const workspace = await temporaryFolder('checkout-');
      const client = await service.newClient();
      return {
        repository: fullName,
        repositoryId: id,
        number: opened.number,
        headSha: opened.headSha,
        workspace,
        client,
        async draw(path, colour) {
          const file = join(workspace, path);
          await mkdir(dirname(file), { recursive: true });
          await sharp({ create: { width: 64, height: 40, channels: 3, background: colour } }).toFile(file);
        },
        push: async () => (await github.push({ repository: fullName, branch, message: 'More' })).headSha,
        async act({ inputs = {}, env = {}, payload, onLine, ...start } = {}) {
          const run = await github.startRun({ repository: fullName, pullRequest: opened.number, ...start });
          if (payload !== undefined) {
            const original: Record<string, unknown> = JSON.parse(await readFile(run.eventPath, 'utf8'));
            await writeFile(run.eventPath, JSON.stringify(payload(original)));
          }
          return runAction({
            env: { ...run.env, ...env },
            githubToken: run.token,
            workspace,
            shortPauses: options.shortPauses === true,
            inputs: { 'service-url': service.url, token: client.token, ...inputs },
            ...(onLine === undefined ? {} : { onLine }),
          });
        },
        comments: () => github.comments(fullName, opened.number),
        creditsLeft: async () => (await client.call('get_billing', {})).credits.left,
        review: (run) => client.call('get_review', { id: run.outputs['review-id'] ?? '' }),
      };
    },
    close: closeOnce(async () => {
      await Promise.all([github.close(), service.close()]);
    }),
  };
}
