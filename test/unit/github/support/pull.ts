import type { PullRequest } from '../../../../action/event.ts';
import { type InputName, type Inputs, parseInputs } from '../../../../action/inputs.ts';

/** The pull request of a run. */
export const pull: PullRequest = {
  ...{ owner: 'acme', repo: 'site', repositoryId: 7, private: true, number: 42, title: 'Bigger buttons' },
  ...{
    headSha: 'a'.repeat(40),
    headRef: 'change',
    baseRef: 'main',
    draft: false,
    fork: false,
    author: 'ida',
    action: undefined,
    workflowRunId: null,
    others: [],
  },
};

/** The inputs of a run that reviews images. */
export function newInputs(fields: Partial<Record<InputName, string>>): Inputs {
  const needed = { 'service-url': 'https://x.test', token: 'slt_x', 'github-token': 'ghs_x', images: '*.png' };
  const given: Partial<Record<InputName, string>> = { ...needed, ...fields };
  return parseInputs((name) => given[name] ?? '');
}
