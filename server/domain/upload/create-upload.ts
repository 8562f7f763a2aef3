import type { Input, Output } from '../../contract/client.ts';
import { UPLOAD_PREFIX } from '../../contract/upload.ts';
import { notFound, wrongState } from '../failure.ts';
import { newId, randomBase62 } from '../ids.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { holdWorkspace, lockWorkspace } from '../token/store.ts';
import { LIFETIME_MS, MOST_LIVING, sendAll, sendCommand } from './rules.ts';
import { countLiving, insertUploads } from './store.ts';

/** Makes an address for each file, and the command that sends it there. The paths are kept nowhere. */
export async function createUpload(
  ports: Ports,
  actor: ClientActor,
  input: Input<'create_upload'>,
): Promise<Output<'create_upload'>> {
  const { workspaceId } = actor;
  const now = ports.clock();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const made = input.paths.map((path) => {
    const secret = randomBase62(43);
    const url = `${ports.settings.baseUrl}/u/${secret}`;
    return { id: newId(now), secret, url, command: sendCommand(path, url) };
  });
  await ports.transaction(async (tx) => {
    // Counted one after another: two at once would both find room for the last.
    await lockWorkspace(tx, workspaceId);
    if (!(await holdWorkspace(tx, workspaceId))) throw notFound('workspace');
    if ((await countLiving(tx, workspaceId, now)) + made.length > MOST_LIVING) {
      throw wrongState(
        `A workspace has up to ${MOST_LIVING} upload addresses at a time. Use those you have, or wait until some are an hour old.`,
      );
    }
    const rows = made.map(({ id, secret }) => ({
      id,
      workspaceId,
      secretHash: new Uint8Array(ports.secrets.hash(secret)),
      createdAt: now,
      expiresAt,
    }));
    await insertUploads(tx, rows);
  });
  return {
    uploads: made.map(({ id, url, command }) => ({ id, source: `${UPLOAD_PREFIX}${id}`, url, command })),
    command: sendAll(made.map(({ command }) => command)),
    expires_at: expiresAt.toISOString(),
  };
}
