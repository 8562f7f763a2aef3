import { readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDiskStorage } from '../../../server/adapters/storage/disk.ts';
import { type Client, createClient } from '../../../server/contract/client.ts';
import { deleteWorkspace } from '../../../server/domain/retention/erase-workspace.ts';
import { sweepFiles } from '../../../server/domain/retention/sweep-files.ts';
import { hold } from '../../api/support/lock.ts';
import { type Ground, prepareGround } from '../../faults/support/ground.ts';
import { pdf } from '../../faults/support/sources.ts';
import { base64, rejectedReview, review } from '../../support/factories.ts';

async function filesOf(ground: Ground): Promise<string[]> {
  const root = join(ground.dataDir, 'shots');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 1)] : []))
    .toSorted();
}

/** Makes every file look as if it was written two hours ago. */
async function age(ground: Ground): Promise<void> {
  const then = Date.now() / 1000 - 7200;
  for (const key of await filesOf(ground)) await utimes(join(ground.dataDir, 'shots', key), then, then);
}

it('removes what a killed process left behind, and nothing that is in use', async () => {
  const ground = await prepareGround();
  const sweep = (wait = async () => {}) => ground.asProcess((ports) => sweepFiles(ports, wait));
  try {
    let service = await ground.start({ ROLE: 'web' });
    const { token, workspace_id: workspaceId } = await createClient({ baseUrl: ground.url }).call(
      'create_try_token',
      {},
    );
    const client: Client = createClient({ baseUrl: ground.url, bearer: token });
    const image = await base64();
    const kept = await rejectedReview(client, [{}], { images: [{ image, label: 'Home', elements: [] }] });
    await review(client, { parent_id: kept.id, images: [{ image: await base64('#aa4477'), label: 'Home' }] });
    await client.call('create_review', { title: 'A document that waits', pdf: pdf() });
    await writeFile(join(ground.dataDir, 'shots', 'not-ours.txt'), 'Somebody else’s');
    const named = await filesOf(ground);
    expect(named.length).toBeGreaterThanOrEqual(5);

    // Killed while the commit waits: the files are written, the rows are not.
    const lock = await hold(ground);
    await lock.query('SELECT 1 FROM workspace WHERE id = $1 FOR UPDATE', [workspaceId]);
    const lost = [
      client.call('create_review', { title: 'An image', images: [await base64('#112233')] }),
      client.call('create_review', { title: 'A document', pdf: pdf() }),
    ];
    for (const each of lost) each.catch(() => {});
    await expect.poll(async () => (await filesOf(ground)).length).toBe(named.length + 2);
    service.child.kill('SIGKILL');
    await service.ended;
    await Promise.allSettled(lost);
    await lock.end('ROLLBACK');
    // One more file of a process that was killed while it wrote.
    const [one = ''] = named.filter((key) => key.endsWith('.png'));
    await writeFile(join(ground.dataDir, 'shots', `${one}.0b9f5b6e.part`), 'half');
    const left = (await filesOf(ground)).filter((key) => !named.includes(key));
    expect(left).toHaveLength(3);
    expect(await sweep()).toBe(0);

    // One more create that stays under way on a suspended machine: its file is old and has no row yet.
    service = await ground.start({ ROLE: 'web' });
    await age(ground);
    const held = await hold(ground);
    await held.query('SELECT 1 FROM workspace WHERE id = $1 FOR UPDATE', [workspaceId]);
    const late = client.call('create_review', { title: 'Late', images: [await base64('#332211')] });
    await held.untilBlocking();
    await age(ground);
    const removed = await sweep(async () => {
      await held.end('COMMIT');
      await late;
    });
    const after = await filesOf(ground);
    expect(removed).toBe(3);
    expect(after.filter((key) => left.includes(key))).toEqual([]);
    expect(named.filter((key) => !after.includes(key))).toEqual([]);
    const screenshot = await fetch((await late).screenshots[0]?.url ?? '');
    expect([screenshot.status, screenshot.headers.get('content-type')]).toEqual([200, 'image/png']);

    // Several concurrent sweeps, over as many pages as there are files.
    for (let at = 0; at < 1500; at += 1) await writeFile(join(ground.dataDir, 'shots', `${at}.part`), '');
    await age(ground);
    const several = await Promise.all([1, 2, 3].map(() => sweep()));
    expect(Math.max(...several)).toBeGreaterThan(0);
    expect((await filesOf(ground)).filter((key) => key.endsWith('.part'))).toEqual([]);
    expect((await filesOf(ground)).length).toBe(after.length);

    // Started once over another database by mistake. That database knows no file, and all of them stay.
    const elsewhere = await prepareGround();
    try {
      await elsewhere.start({ ROLE: 'web' });
      const other = await elsewhere.asProcess((ports) =>
        sweepFiles({ ...ports, storage: createDiskStorage(join(ground.dataDir, 'shots')) }, async () => {}),
      );
      expect(other).toBe(0);
      expect((await filesOf(ground)).length).toBe(after.length);
    } finally {
      await elsewhere.close();
    }

    // The files of a workspace that could not be deleted with it are deleted later.
    const leaving = await createClient({ baseUrl: ground.url }).call('create_try_token', {});
    await review(createClient({ baseUrl: ground.url, bearer: leaving.token }));
    const id = leaving.workspace_id;
    await ground.asProcess((ports) => {
      const removeFolder = () => Promise.reject(new Error('EIO'));
      const actor = {
        kind: 'client',
        workspaceId: id,
        credential: '',
        bearer: 'try',
        connectionId: null,
        push: null,
      } as const;
      const storage = { ...ports.storage, removeFolder, remove: removeFolder };
      return deleteWorkspace({ ...ports, storage }, actor, { confirm: id });
    });
    await age(ground);
    expect((await filesOf(ground)).filter((key) => key.startsWith(id))).not.toEqual([]);
    expect(await sweep()).toBeGreaterThan(0);
    expect((await filesOf(ground)).filter((key) => key.startsWith(id))).toEqual([]);
    expect((await filesOf(ground)).length).toBe(after.length);
    await rename(join(ground.dataDir, 'shots'), join(ground.dataDir, 'elsewhere'));
    expect(await sweep()).toBe(0);
    console.log(
      `orphans: ${left.length} of 3 removed, ${named.length + 1} of ${named.length + 1} files with rows stay`,
    );
  } finally {
    await ground.close();
  }
});
