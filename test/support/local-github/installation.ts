import type { Emulator } from './emulator.ts';
import { ask } from './git.ts';
import { answer, type Route } from './proxy.ts';
import { on } from './route.ts';
import { requireRepository, type Tables } from './tables.ts';

export const appId = 240_117;
export const permissions = {
  actions: 'write',
  checks: 'write',
  contents: 'read',
  deployments: 'read',
  issues: 'write',
  metadata: 'read',
  pull_requests: 'write',
};
export const events = [
  'check_run',
  'check_suite',
  'installation',
  'issue_comment',
  'merge_group',
  'pull_request',
  'push',
  'repository',
];

/** `GET /repos/{owner}/{repo}/installation` for the App that asks; the emulator answers with any App's. */
export function installationRoute(emulator: () => Emulator, tables: () => Tables): Route {
  return {
    ...on('GET', '/repos/{owner}/{repo}/installation'),
    async handle({ params: [repository = ''], appId: asking, request }) {
      if (asking === undefined) return answer(401, { message: 'A JSON web token could not be decoded' });
      const row = tables().repositories.findOneBy('full_name', repository);
      const installation = tables()
        .installations.all()
        .find((candidate) => candidate.app_id === asking && candidate.repository_ids.includes(row?.id ?? 0));
      if (installation === undefined) return answer(404, { message: 'Not Found' });
      const path = `/app/installations/${installation.installation_id}`;
      return emulator().app.request(new Request(emulator().url + path, { headers: request.headers }));
    },
  };
}

/** Installs the App on a repository. An account has one installation, as on GitHub. */
export async function installApp(emulator: Emulator, tables: Tables, fullName: string): Promise<number> {
  const repository = requireRepository(tables, fullName);
  const existing = tables.installations
    .all()
    .find((candidate) => candidate.app_id === appId && candidate.account_id === repository.owner_id);
  if (existing !== undefined) {
    const ids = [...new Set([...existing.repository_ids, repository.id])];
    tables.installations.update(existing.id, { repository_ids: ids });
    // Existing tokens get access to the new repository too.
    for (const { installation } of emulator.tokens.values()) {
      if (installation?.installationId === existing.installation_id) installation.repositoryIds = ids;
    }
    return existing.installation_id;
  }
  const owner = await ask(emulator, 'GET', `/orgs/${fullName.split('/')[0]}`);
  const row = tables.installations.insert({
    installation_id: 58_000_000 + tables.installations.all().length,
    app_id: appId,
    account_type: repository.owner_type,
    account_id: repository.owner_id,
    account_login: String(Reflect.get(Object(owner), 'login')),
    repository_selection: 'selected',
    repository_ids: [repository.id],
    permissions,
    events,
    suspended_at: null,
  });
  return row.installation_id;
}
