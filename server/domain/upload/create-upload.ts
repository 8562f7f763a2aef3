import { UPLOAD_PREFIX } from '../../contract/source.ts';
import { invalid, notFound, wrongState } from '../failure.ts';
import { newId, randomBase62 } from '../ids.ts';
import type { Handler } from '../ports.ts';
import { holdWorkspace, takeTurn } from '../workspace/store.ts';
import { LIFETIME_MS, MAX_LIVING, sendAll, sendCommands, whyNoCommand } from './rules.ts';
import { countLiving, insertUploads } from './store.ts';

/** Makes an address for each file, and the command that sends it there. The paths are not stored. */
export const createUpload: Handler<'create_upload'> = async (ports, actor, input) => {
  const { workspaceId } = actor;
  const now = ports.clock();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  for (const [at, path] of input.paths.entries()) {
    const why = whyNoCommand(input.paths, path);
    if (why !== null) throw invalid(`paths[${at}]`, why);
  }
  const addresses = input.paths.map((path) => {
    const secret = randomBase62(43);
    return { id: newId(now), path, secret, url: `${ports.settings.baseUrl}/u/${secret}` };
  });
  const commands = sendCommands(addresses);
  const made = addresses.map(({ id, secret, url }, at) => ({ id, secret, url, command: commands[at] ?? '' }));
  await ports.transaction(async (tx) => {
    // Counted under the lock: otherwise two requests could both take the last free place.
    await takeTurn(tx, workspaceId);
    if (!(await holdWorkspace(tx, workspaceId))) throw notFound('workspace');
    if ((await countLiving(tx, workspaceId, now)) + made.length > MAX_LIVING) {
      throw wrongState(
        `A workspace has up to ${MAX_LIVING} upload addresses at a time. Use those you have, or wait until some are an hour old.`,
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
};
