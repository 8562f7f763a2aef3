import { plural } from '../../app/render/markdown.ts';
import { ActionError } from '../error.ts';
import type { Push } from '../event.ts';
import type { GitHub } from '../github.ts';
import { chosenSources, type Inputs } from '../inputs.ts';
import { inGroup, log, notice, warn } from '../log.ts';
import { shardsLeft } from '../pass/complete.ts';
import { describeRemarks, type Report, requireWhole } from '../report.ts';
import { connect, explain, type Service } from '../service.ts';
import { requireCredential } from '../sign-in.ts';
import { collect } from '../sources/index.ts';
import { recordBaseline } from './record.ts';

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
