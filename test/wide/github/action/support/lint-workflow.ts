import type { Yaml } from '../../../../github/action/support/yaml.ts';

/** What GitHub’s workflow syntax allows at each place, as far as the examples use it. Anything else is reported. */
const keys = {
  workflow: ['name', 'run-name', 'on', 'permissions', 'env', 'defaults', 'concurrency', 'jobs'],
  job: [
    ...['name', 'permissions', 'needs', 'if', 'runs-on', 'environment', 'concurrency', 'outputs', 'env', 'defaults'],
    ...[
      'steps',
      'timeout-minutes',
      'strategy',
      'continue-on-error',
      'container',
      'services',
      'uses',
      'with',
      'secrets',
    ],
  ],
  step: [
    ...['id', 'if', 'name', 'uses', 'run', 'working-directory', 'shell', 'with', 'env', 'continue-on-error'],
    'timeout-minutes',
  ],
  strategy: ['matrix', 'fail-fast', 'max-parallel'],
  concurrency: ['group', 'cancel-in-progress'],
};
/** The events of the examples, with the filters and activity types of each. */
const events: Record<string, { filters: string[]; types: string[] }> = {
  pull_request: {
    filters: ['types', 'branches', 'branches-ignore', 'paths', 'paths-ignore'],
    types: [
      ...['assigned', 'unassigned', 'labeled', 'unlabeled', 'opened', 'edited', 'closed', 'reopened', 'synchronize'],
      ...['converted_to_draft', 'locked', 'unlocked', 'enqueued', 'dequeued', 'milestoned', 'demilestoned'],
      ...[
        'ready_for_review',
        'review_requested',
        'review_request_removed',
        'auto_merge_enabled',
        'auto_merge_disabled',
      ],
    ],
  },
  push: { filters: ['branches', 'branches-ignore', 'tags', 'tags-ignore', 'paths', 'paths-ignore'], types: [] },
  merge_group: { filters: ['types', 'branches'], types: ['checks_requested'] },
  workflow_run: {
    filters: ['types', 'workflows', 'branches', 'branches-ignore'],
    types: ['completed', 'requested', 'in_progress'],
  },
  workflow_dispatch: { filters: ['inputs'], types: [] },
  deployment_status: { filters: [], types: [] },
};
const scopes = [
  ...['actions', 'artifact-metadata', 'attestations', 'checks', 'contents', 'deployments', 'discussions', 'id-token'],
  ...['issues', 'models', 'packages', 'pages', 'pull-requests', 'security-events', 'statuses'],
];
const contexts = [
  'github',
  'env',
  'vars',
  'job',
  'steps',
  'runner',
  'secrets',
  'strategy',
  'matrix',
  'needs',
  'inputs',
];
const functions = [
  ...['contains', 'startsWith', 'endsWith', 'format', 'join', 'toJSON', 'fromJSON', 'hashFiles', 'success'],
  ...['always', 'cancelled', 'failure'],
];

type Fields = Record<string, Yaml>;
const fieldsOf = (value: Yaml | undefined): Fields | null =>
  typeof value === 'object' && !Array.isArray(value) ? value : null;
const listOf = (value: Yaml | undefined): Yaml[] | null => (Array.isArray(value) ? value : null);

/** Returns the faults of a workflow, each with its place; none when it is right. */
export function lintWorkflow(workflow: Yaml): string[] {
  const complaints: string[] = [];
  const complain = (place: string, why: string) => complaints.push(`${place}: ${why}`);
  const only = (place: string, fields: Fields, allowed: readonly string[]) => {
    for (const key of Object.keys(fields)) if (!allowed.includes(key)) complain(place, `"${key}" is not a key here`);
  };

  function lintEvents(on: Yaml | undefined): void {
    const named =
      typeof on === 'string'
        ? { [on]: '' }
        : Array.isArray(on)
          ? Object.fromEntries(on.map((name) => [String(name), '']))
          : on;
    if (named === undefined || Object.keys(named).length === 0) return void complain('on', 'no event starts it');
    for (const [name, filters] of Object.entries(named)) {
      const event = events[name];
      if (event === undefined) complain('on', `"${name}" is no event`);
      const given = fieldsOf(filters);
      if (event === undefined || given === null) continue;
      only(`on.${name}`, given, event.filters);
      for (const type of listOf(given.types) ?? []) {
        if (!event.types.includes(String(type))) complain(`on.${name}.types`, `"${type}" is no type of it`);
      }
      if (name === 'workflow_run' && listOf(given.workflows) === null) complain(`on.${name}`, 'names no workflows');
    }
    if (Object.hasOwn(named, 'workflow_run') && fieldsOf(named.workflow_run) === null)
      complain('on.workflow_run', 'names no workflows');
  }

  function lintPermissions(place: string, permissions: Yaml | undefined): void {
    if (permissions === undefined) return;
    const given = fieldsOf(permissions);
    if (given === null) {
      if (permissions !== '{}' && permissions !== 'read-all')
        complain(place, `"${permissions}" is more than is needed`);
      return;
    }
    for (const [scope, access] of Object.entries(given)) {
      if (!scopes.includes(scope)) complain(place, `"${scope}" is no permission`);
      const levels =
        scope === 'id-token' ? ['write', 'none'] : scope === 'models' ? ['read', 'none'] : ['read', 'write', 'none'];
      if (!levels.includes(String(access))) complain(place, `"${scope}" cannot be "${access}"`);
    }
  }

  function lintStep(place: string, step: Yaml, known: Set<string>): void {
    const fields = fieldsOf(step);
    if (fields === null) return void complain(place, 'is no step');
    only(place, fields, keys.step);
    const { uses, run, id, with: given } = fields;
    if ((uses === undefined) === (run === undefined)) complain(place, 'needs "uses" or "run", not both');
    if (given !== undefined && (uses === undefined || fieldsOf(given) === null))
      complain(place, '"with" goes with "uses"');
    if (uses !== undefined && !/^(\.\/|docker:\/\/|[\w.-]+\/[\w./-]+@[\w./-]+$)/.test(String(uses))) {
      complain(place, `"${uses}" names no version`);
    }
    if (
      typeof run === 'string' &&
      /\$\{\{\s*github\.(event\.(pull_request|workflow_run|issue|comment)|head_ref)/.test(run)
    ) {
      complain(place, 'strangers’ words go into a script: pass them by "env"');
    }
    if (id === undefined) return;
    if (!/^[A-Za-z_][\w-]*$/.test(String(id)) || known.has(String(id)))
      complain(place, `the id "${id}" is taken or none`);
    known.add(String(id));
  }

  function lintJob(name: string, job: Yaml, all: Fields): void {
    const place = `jobs.${name}`;
    const fields = fieldsOf(job);
    if (!/^[A-Za-z_][\w-]*$/.test(name)) complain(place, 'is no id of a job');
    if (fields === null) return void complain(place, 'is no job');
    only(place, fields, keys.job);
    lintPermissions(`${place}.permissions`, fields.permissions);
    const needs = listOf(fields.needs) ?? (fields.needs === undefined ? [] : [fields.needs]);
    for (const need of needs)
      if (!Object.hasOwn(all, String(need))) complain(`${place}.needs`, `there is no job "${need}"`);
    const strategy = fieldsOf(fields.strategy);
    if (strategy !== null) only(`${place}.strategy`, strategy, keys.strategy);
    if (fields['runs-on'] === undefined) complain(place, 'lacks "runs-on"');
    const steps = listOf(fields.steps);
    if (steps === null || steps.length === 0) return void complain(place, 'has no steps');
    const known = new Set<string>();
    for (const [index, step] of steps.entries()) {
      lintStep(`${place}.steps[${index}]`, step, known);
      lintExpressions(`${place}.steps[${index}]`, step, {
        known,
        needs: needs.map(String),
        matrix: fieldsOf(strategy?.matrix),
      });
    }
  }

  function lintExpressions(
    place: string,
    value: Yaml,
    scope: { known: Set<string>; needs: string[]; matrix: Fields | null },
  ): void {
    if (typeof value !== 'string') {
      for (const [key, each] of Object.entries(value)) {
        lintExpressions(
          `${place}.${key}`,
          key === 'if' && typeof each === 'string' && !each.includes('${{') ? `\${{ ${each} }}` : each,
          scope,
        );
      }
      return;
    }
    if (value.split('${{').length !== value.split('}}').length) complain(place, 'an expression does not end');
    for (const [, expression = ''] of value.matchAll(/\$\{\{(.*?)\}\}/gs)) {
      const bare = expression.replace(/'(?:[^']|'')*'/g, '');
      if (bare.includes('"')) complain(place, 'words in expressions have single quotes');
      for (const [word] of bare.matchAll(/(?<![\w.-])[A-Za-z_][\w-]*(?=\s*\()/g)) {
        if (!functions.includes(word)) complain(place, `"${word}" is no function`);
      }
      for (const [, context = '', , first = ''] of bare.matchAll(
        /(?<![\w.-])([A-Za-z_][\w-]*)(\.([\w*-]+))?(?!\s*\(|[\w-])/g,
      )) {
        if (/^(true|false|null)$/.test(context)) continue;
        if (!contexts.includes(context)) complain(place, `"${context}" is no context`);
        if (context === 'steps' && !scope.known.has(first)) complain(place, `there is no step "${first}" before`);
        if (context === 'needs' && !scope.needs.includes(first)) complain(place, `the job needs no "${first}"`);
        if (context === 'matrix' && !inMatrix(scope.matrix, first)) complain(place, `the matrix has no "${first}"`);
      }
    }
  }

  const fields = fieldsOf(workflow);
  if (fields === null) return ['it is no workflow'];
  only('workflow', fields, keys.workflow);
  lintEvents(fields.on);
  lintPermissions('permissions', fields.permissions);
  if (fields.permissions === undefined)
    complain('workflow', 'says no permissions: jobs would get the repository’s default');
  const concurrency = fieldsOf(fields.concurrency);
  if (concurrency !== null) only('concurrency', concurrency, keys.concurrency);
  const jobs = fieldsOf(fields.jobs);
  if (jobs === null || Object.keys(jobs).length === 0) complain('jobs', 'there are none');
  else for (const [name, job] of Object.entries(jobs)) lintJob(name, job, jobs);
  return complaints;
}

function inMatrix(matrix: Fields | null, name: string): boolean {
  if (matrix === null) return false;
  const included = (listOf(matrix.include) ?? [])
    .map(fieldsOf)
    .some((each) => each !== null && Object.hasOwn(each, name));
  return included || Object.hasOwn(matrix, name);
}

/** Returns every step of a workflow, in order. */
export function stepsOf(workflow: Yaml): Fields[] {
  const jobs = fieldsOf(fieldsOf(workflow)?.jobs) ?? {};
  return Object.values(jobs).flatMap((job) =>
    (listOf(fieldsOf(job)?.steps) ?? []).map(fieldsOf).filter((step) => step !== null),
  );
}
