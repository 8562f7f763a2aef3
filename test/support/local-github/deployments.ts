import { answer, mayWrite, type Route } from './proxy.ts';
import { on } from './route.ts';
import type { Tables } from './tables.ts';

interface Deployment {
  id: number;
  repository: string;
  sha: string;
  ref: string;
  environment: string;
  created_at: string;
  transient_environment: boolean;
  production_environment: boolean;
  statuses: Array<Record<string, unknown>>;
}

/** Adds deployments and their statuses, which the emulator lacks. */
export function deploymentRoutes(
  tables: () => Tables,
  resolve: (repository: string, ref: string) => Promise<string | undefined>,
): Route[] {
  const deployments: Deployment[] = [];
  let nextId = 2_900_000_000;
  const describe = ({ statuses: _, repository: __, ...fields }: Deployment) => ({ ...fields, task: 'deploy' });
  const find = (repository: string, id: string) =>
    deployments.find((candidate) => candidate.repository === repository && String(candidate.id) === id);
  const add = (deployment: Deployment, fields: Record<string, unknown>) => {
    const { environment } = deployment;
    const created_at = new Date().toISOString();
    const status = { log_url: '', environment_url: '', ...fields, id: nextId++, environment, created_at };
    deployment.statuses.push(status);
    return status;
  };
  /**
   * Makes earlier successes of an environment inactive, unless it is transient or for production, as GitHub does by
   * default.
   */
  const deactivate = ({ id, repository, environment }: Deployment) => {
    for (const other of deployments) {
      const isEarlier = other.id < id && other.repository === repository && other.environment === environment;
      if (!isEarlier || other.transient_environment || other.production_environment) continue;
      if (other.statuses.at(-1)?.state === 'success') add(other, { state: 'inactive' });
    }
  };
  const notFound = () => answer(404, { message: 'Not Found' });
  return [
    {
      ...on('GET', '/repos/{owner}/{repo}/deployments'),
      handle({ params, url }) {
        const wanted = (field: 'sha' | 'ref' | 'environment') => (deployment: Deployment) =>
          (url.searchParams.get(field) ?? deployment[field]) === deployment[field];
        const found = deployments
          .filter((candidate) => candidate.repository === params[0])
          .filter(wanted('sha'))
          .filter(wanted('ref'))
          .filter(wanted('environment'));
        return answer(200, found.toReversed().map(describe));
      },
    },
    {
      ...on('POST', '/repos/{owner}/{repo}/deployments'),
      async handle({ params: [repository = ''], owner, body }) {
        const row = tables().repositories.findOneBy('full_name', repository);
        if (row === undefined) return notFound();
        if (!mayWrite(owner, row.id, 'deployments')) return answer(403, { message: 'Resource not accessible' });
        const fields = await body();
        const ref = String(fields.ref);
        const sha = /^[0-9a-f]{40}$/.test(ref) ? ref : await resolve(repository, ref);
        if (sha === undefined) return answer(422, { message: `No ref found for: ${ref}` });
        const environment = typeof fields.environment === 'string' ? fields.environment : 'production';
        const made = {
          ...{ id: nextId++, repository, sha, ref, environment, created_at: new Date().toISOString() },
          transient_environment: fields.transient_environment === true,
          production_environment:
            typeof fields.production_environment === 'boolean'
              ? fields.production_environment
              : environment === 'production',
        };
        deployments.push({ ...made, statuses: [] });
        return answer(201, describe({ ...made, statuses: [] }));
      },
    },
    {
      ...on('GET', '/repos/{owner}/{repo}/deployments/{deployment_id}/statuses'),
      handle({ params: [repository = '', id = ''] }) {
        const deployment = find(repository, id);
        return deployment === undefined ? notFound() : answer(200, deployment.statuses.toReversed());
      },
    },
    {
      ...on('POST', '/repos/{owner}/{repo}/deployments/{deployment_id}/statuses'),
      async handle({ params: [repository = '', id = ''], owner, body }) {
        const deployment = find(repository, id);
        const row = tables().repositories.findOneBy('full_name', repository);
        if (deployment === undefined || row === undefined) return notFound();
        if (!mayWrite(owner, row.id, 'deployments')) return answer(403, { message: 'Resource not accessible' });
        const { auto_inactive: replaces = true, ...fields } = await body();
        if (fields.state === 'success' && replaces === true) deactivate(deployment);
        return answer(201, add(deployment, fields));
      },
    },
  ];
}
