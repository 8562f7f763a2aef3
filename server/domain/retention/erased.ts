import { deleteSetting, insertSetting, listSettings } from '../installation/store.ts';
import type { Tx } from '../ports.ts';

const PREFIX = 'erased_workspace:';

/**
 * Remembers a deleted workspace until its folder is deleted as well, because files of an unknown workspace are never
 * removed.
 */
export const rememberErased = (tx: Tx, workspaceId: string): Promise<void> =>
  insertSetting(tx, `${PREFIX}${workspaceId}`, '');

export const forgetErased = (tx: Tx, workspaceId: string): Promise<void> =>
  deleteSetting(tx, `${PREFIX}${workspaceId}`);

/** Returns which of these workspaces are deleted but may still have files. */
export async function listErased(tx: Tx, workspaceIds: readonly string[]): Promise<string[]> {
  const keys = await listSettings(
    tx,
    workspaceIds.map((id) => `${PREFIX}${id}`),
  );
  return keys.map((key) => key.slice(PREFIX.length));
}
