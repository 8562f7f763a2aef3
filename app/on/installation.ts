import type { Probot } from 'probot';
import type { Parts } from '../parts.ts';
import { closeInstallation } from '../store/pull-requests.ts';

/** The App was taken off an account or a repository: nothing there can be written any more. */
export function onInstallation(probot: Probot, parts: Parts): void {
  probot.on(['installation.deleted', 'installation.suspend'], async ({ payload }) => {
    await closeInstallation(parts.database, payload.installation.id);
  });
  probot.on('installation_repositories.removed', async ({ payload }) => {
    const ids = payload.repositories_removed.map((repository) => repository.id);
    await closeInstallation(parts.database, payload.installation.id, ids);
  });
}
