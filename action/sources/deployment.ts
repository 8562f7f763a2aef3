import { inputError } from '../error.ts';
import type { Deployment, DeploymentState, GitHub } from '../github.ts';
import { poll } from '../retry.ts';

const failed = ['failure', 'error'];

/**
 * Address of the head commit's newest deployment to an environment, once it succeeded.
 * @throws ActionError when it failed, has no address, or does not succeed in time
 */
export async function waitForDeployment(
  github: GitHub,
  options: { environment: string; sha: string; milliseconds: number; log: (line: string) => void },
): Promise<string> {
  const { environment, sha, milliseconds, log } = options;
  const matches = environmentFilter(environment);
  let told = '';
  const last = await poll(
    milliseconds,
    async () => {
      const newest = (await github.deployments(sha)).find((deployment) => matches(deployment.environment));
      const state = newest === undefined ? null : await github.deploymentState(newest.id);
      const line = describe(environment, newest, state);
      if (line !== told) log(line);
      told = line;
      return state;
    },
    (state) => state !== null && (state.state === 'success' || failed.includes(state.state)),
  );
  if (last?.state !== 'success') throw inputError('deployment', `${told}${end(last, milliseconds, sha)}`);
  if (!URL.canParse(last.url)) {
    throw inputError('deployment', `${told} It names no address: set the deployment status's environment_url.`);
  }
  return last.url;
}

function describe(environment: string, deployment: Deployment | undefined, state: DeploymentState | null): string {
  if (deployment === undefined) return `No deployment to "${environment}" yet.`;
  return `The deployment to "${deployment.environment}" is ${state?.state ?? 'waiting'}.`;
}

function end(state: DeploymentState | null, milliseconds: number, sha: string): string {
  if (state !== null && failed.includes(state.state)) return ' Mend it, then run this job again.';
  const minutes = milliseconds / 60_000;
  return ` Nothing more came for ${sha.slice(0, 7)} in ${minutes} minutes. Check the environment's name, or raise "timeout".`;
}

/** `*` stands for any text; letters of either case match. */
export function environmentFilter(pattern: string): (environment: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`, 'i');
  return (environment) => expression.test(environment);
}
