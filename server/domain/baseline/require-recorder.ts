import { DomainError } from '../failure.ts';
import type { ClientActor, Push } from '../ports.ts';

/**
 * Refuses a client that may not write this baseline. A person's try token may. A job's token may only for the
 * commit, branch and repository whose push started the job: pull requests, forks and manual runs write none. Other
 * tokens belong to agents, whose work the baselines judge.
 * @throws DomainError `forbidden`
 */
export function requireRecorder({ bearer, push }: ClientActor, { repository, branch, commit }: Push): void {
  if (bearer === 'try') return;
  if (push === null) {
    throw new DomainError(
      'forbidden',
      'Baselines are recorded by a workflow that runs on `push`, or with a try token. This token belongs to neither.',
    );
  }
  if (push.repository === repository && push.branch === branch && push.commit === commit) return;
  throw new DomainError(
    'forbidden',
    `This job was started by a push of ${push.commit} to ${push.branch} of ${push.repository}. It can record the baseline of exactly that.`,
  );
}
