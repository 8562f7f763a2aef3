import { randomUUID } from 'node:crypto';
import { plural } from '../../app/render/markdown.ts';
import type { Client, Input, Output } from '../../server/contract/client.ts';
import { repositoryOf } from '../../server/contract/reference.ts';
import { groupShots, sendFirst, sendMissing, toAddition, withProgress } from '../../server/contract/send-shots.ts';
import { ActionError, inputError } from '../error.ts';
import type { Push } from '../event.ts';
import type { GitHub } from '../github.ts';
import { chosenSources, type Inputs, type Shard } from '../inputs.ts';
import { inGroup, log, notice, warn } from '../log.ts';
import { shardsLeft } from '../pass/complete.ts';
import { askMissing, everyShot, splitMaterial } from '../pass/request.ts';
import { describeRemarks, type Report, requireWhole } from '../report.ts';
import { poll, retry } from '../retry.ts';
import { connect, explain, type Service } from '../service.ts';
import { requireCredential } from '../sign-in.ts';
import { collect } from '../sources/index.ts';
import type { Material } from '../sources/source.ts';

type Baseline = Output<'create_baseline'>;

/**
 * Records the screenshots of a pushed commit as the baseline of its branch, and waits until all of them are made.
 * Recording it again replaces it.
 * @throws ActionError when the screenshots are not made in time
 */
export async function recordBaseline(
  client: Client,
  push: Push,
  name: string,
  material: Material,
  { milliseconds, log, shard }: { milliseconds: number; log: (line: string) => void; shard: Shard | null },
): Promise<Baseline> {
  const { first, further } = shard === null ? splitMaterial(material) : { first: {}, further: everyShot(material) };
  const of = { repository: repositoryOf(push.repositoryId), name, branch: push.branch, commit: push.sha };
  const body: Input<'create_baseline'> =
    shard === null ? { ...of, ...first, complete: further.length === 0 } : { ...of, shards: shard.of };
  // The service leaves out what a shard has sent before, also in an earlier run of its job. Others send keys.
  const newKey = () => (shard === null ? { idempotencyKey: randomUUID() } : {});
  const creation = newKey();
  let baseline = await sendFirst(askMissing(client), body, (request) =>
    retry(() => client.call('create_baseline', request, creation)),
  );
  const groups = groupShots(further);
  for (const [group, line] of withProgress(groups)) {
    log(`${line}.`);
    const complete = group === groups.at(-1);
    const options = newKey();
    const { id } = baseline;
    baseline = await retry(() =>
      sendMissing(askMissing(client), group, (shots) =>
        client.call('add_to_baseline', { id, shard: shard?.number, ...toAddition(shots), complete }, options),
      ),
    );
  }
  if (shardsLeft(baseline) > 0) return baseline;
  const isMade = ({ status }: Baseline) => status !== 'preparing';
  if (isMade(baseline)) return baseline;
  const { id } = baseline;
  const last = await poll(milliseconds, () => retry(() => client.call('get_baseline', { id })), isMade);
  if (isMade(last)) return last;
  throw inputError(
    'timeout',
    `the screenshots of the baseline were not made in ${milliseconds / 60_000} minutes. Raise it, or check that the pages answer and that the service's worker runs.`,
  );
}

/** Returns whether pushes to a branch record a baseline. `setting` is the input: auto, never, or branches in lines. */
export function isAccepted(setting: readonly string[], branch: string, defaultBranch: string | undefined): boolean {
  const [first] = setting;
  if (first === 'never') return false;
  return first === 'auto' ? branch === defaultBranch : setting.includes(branch);
}

interface Run {
  github: GitHub;
  inputs: Inputs;
  report: Report;
  env: NodeJS.ProcessEnv;
}

/** Records the baseline of a push to an accepted branch. Asks no person, and writes nothing on GitHub. */
export async function runForPush(push: Push, run: Run): Promise<void> {
  const { inputs, env } = run;
  requireCredential(inputs.token, { fork: false }, env);
  const service = await connect(inputs['service-url'], inputs.token);
  try {
    await record(service, push, run);
  } catch (error) {
    throw explain(error, service);
  }
}

async function record(service: Service, push: Push, { github, inputs, report, env }: Run): Promise<void> {
  const { name } = inputs;
  const workspace = env.GITHUB_WORKSPACE ?? process.cwd();
  const head = { sha: push.sha, number: null, branch: push.branch };
  const material = await inGroup(`Sightline: ${chosenSources(inputs).join(', ')} of "${name}"`, () =>
    collect(inputs, { github, workspace, log, warn, head }),
  );
  if (material.kind === 'shots') {
    report.failedShots = material.failed;
    const remarks = material.images.flatMap(({ label, notices = [] }) =>
      notices.map(({ message }) => ({ label, message })),
    );
    for (const line of describeRemarks(remarks)) notice(line);
  }
  requireWhole(report, 'No baseline was recorded, because these screenshots would be missing in it.');
  const options = { milliseconds: inputs.timeout * 60_000, log, shard: inputs.shard };
  const baseline = await inGroup('Sightline: baseline', () =>
    recordBaseline(service.client, push, name, material, options),
  );
  report.baseline = baseline;
  for (const line of describeRemarks(baseline.problems)) warn(line);
  if (baseline.status === 'failed') {
    throw new ActionError('No screenshot of the baseline could be taken. Fix the source and run the job again.');
  }
  const left = shardsLeft(baseline);
  if (left > 0) {
    notice(`${plural(left, 'shard')} of "${name}" to come: the baseline is complete with the last one.`);
    return;
  }
  log(`Recorded the baseline of ${push.branch} at ${push.sha.slice(0, 7)} (${baseline.id}).`);
}
