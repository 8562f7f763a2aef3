import { inputError } from '../error.ts';
import type { Deployment, DeploymentState, GitHub } from '../github.ts';
import { poll } from '../retry.ts';

const failed = ['failure', 'error'];
const ended = ['success', 'inactive', ...failed];

/** The refs that a deployment may be recorded for. */
export interface DeployedHead {
  sha: string;
  /** The pull request's number: its jobs deploy the commit that merges the head into the base. null for a push. */
  number: number | null;
  branch: string | undefined;
}

/**
 * Returns the address of the head commit's newest deployment to an environment, once it succeeded.
 * @throws ActionError when it failed, no longer has an address of its own, or does not succeed in time
 */
export async function waitForDeployment(
  github: GitHub,
  options: { environment: string; head: DeployedHead; milliseconds: number; log: (line: string) => void },
): Promise<string> {
  const { environment, head, milliseconds, log } = options;
  const find = createFinder(github, head, environmentFilter(environment));
  let lastLine = '';
  const { newest, state } = await poll(
    milliseconds,
    async () => {
      const newest = await find();
      const state = newest === undefined ? null : await github.deploymentState(newest.id);
      const line = describe(environment, newest, state);
      if (line !== lastLine) log(line);
      lastLine = line;
      return { newest, state };
    },
    ({ state }) => state !== null && ended.includes(state.state),
  );
  if (newest === undefined || state === null || !['success', 'inactive'].includes(state.state)) {
    throw inputError('deployment', `${lastLine}${end(state, milliseconds, head.sha)}`);
  }
  if (!URL.canParse(state.url)) {
    throw inputError('deployment', `${lastLine} It names no address: set the deployment status's environment_url.`);
  }
  if (state.state === 'inactive') {
    const why = await whyMissing(github, newest, state.url);
    if (why !== null) throw inputError('deployment', `${lastLine} ${why}`);
    log(`A newer deployment has an address of its own: this one is still at ${new URL(state.url).host}.`);
  }
  return state.url;
}

/** Finds the newest deployment of a head commit, or of the commit that merges it into the base. */
function createFinder(
  github: GitHub,
  head: DeployedHead,
  matches: (environment: string) => boolean,
): () => Promise<Deployment | undefined> {
  const merges = new Map<string, boolean>();
  const isOfHead = async ({ sha }: Deployment): Promise<boolean> => {
    if (sha === head.sha) return true;
    // A later commit of the pushed branch has the pushed one as a parent as well.
    if (head.number === null) return false;
    const known = merges.get(sha) ?? (await github.parents(sha)).includes(head.sha);
    merges.set(sha, known);
    return known;
  };
  const refs = [
    ...(head.number === null ? [] : [`refs/pull/${head.number}/merge`]),
    ...(head.branch === undefined ? [] : [head.branch]),
  ];
  return async () => {
    for (const of of [{ sha: head.sha }, ...refs.map((ref) => ({ ref }))]) {
      for (const deployment of await github.deployments(of)) {
        if (matches(deployment.environment) && (await isOfHead(deployment))) return deployment;
      }
    }
    return undefined;
  };
}

/**
 * Returns why the site of an inactive deployment is no longer available; null when it still is, as far as GitHub knows.
 */
async function whyMissing(
  github: GitHub,
  { id, environment, transient }: Deployment,
  url: string,
): Promise<string | null> {
  if (transient) return 'It was taken down. Deploy the commit again, then run this job again.';
  const newer = (await github.deployments({ environment })).filter((other) => other.id > id);
  for (const other of newer.slice(0, 10)) {
    const state = await github.deploymentState(other.id);
    if (state?.state !== 'success' || state.url !== url) continue;
    return `Its address shows ${other.sha.slice(0, 7)} by now. Deploy the commit again, then run this job again; where each deployment has an address of its own, this does not happen.`;
  }
  return null;
}

function describe(environment: string, deployment: Deployment | undefined, state: DeploymentState | null): string {
  if (deployment === undefined) return `No deployment to "${environment}" yet.`;
  return `The deployment to "${deployment.environment}" is ${state?.state ?? 'waiting'}.`;
}

function end(state: DeploymentState | null, milliseconds: number, sha: string): string {
  if (state !== null && failed.includes(state.state)) return ' Fix it, then run this job again.';
  const minutes = milliseconds / 60_000;
  return ` Nothing more came for ${sha.slice(0, 7)} in ${minutes} minutes. Check the environment's name, or raise "timeout".`;
}

/** Returns a filter. `*` stands for any text; upper and lower case match. */
export function environmentFilter(pattern: string): (environment: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('.*')}$`, 'i');
  return (environment) => expression.test(environment);
}
