import type { Output } from '../../contract/client.ts';
import { repositoryOf } from '../../contract/reference.ts';
import { listNewestBaselines, listUnstable, type UnstableRow } from '../base/store.ts';
import { listNoiseInForce } from '../noise/store.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { listBindings } from '../repository/store.ts';
import { toNoiseRule } from '../review/base-view.ts';
import { toBaselineSummary } from './view.ts';

const DAY_MS = 86_400_000;
/** For how long it is remembered that a label varied. */
const REMEMBERED_DAYS = 30;

const toUnstable = ({ label, commit, variants, runs, lastSeenAt }: UnstableRow) => ({
  ...{ label, commit, variants, runs },
  last_seen_at: lastSeenAt.toISOString(),
});

/** Returns what is known of each repository: its newest baselines, and what varies without a change of the code. */
export async function listRepositories(
  ports: Ports,
  { workspaceId }: ClientActor,
): Promise<Output<'list_repositories'>> {
  const now = ports.clock();
  const since = new Date(now.getTime() - REMEMBERED_DAYS * DAY_MS);
  const [newest, unstable, bindings, noise] = await Promise.all([
    listNewestBaselines(ports.db, workspaceId),
    listUnstable(ports.db, workspaceId, since),
    listBindings(ports.db, workspaceId),
    listNoiseInForce(ports.db, workspaceId, now),
  ]);
  // Jobs name their repository by its id, which stays the same when it is renamed.
  const titles = new Map(bindings.map(({ repositoryId, repository }) => [repositoryOf(repositoryId), repository]));
  return {
    repositories: [...Map.groupBy(newest, ({ repository }) => repository)].map(([repository, own]) => ({
      repository,
      title: titles.get(repository) ?? repository,
      names: [...Map.groupBy(own, ({ name }) => name)].map(([name, baselines]) => {
        const isOf = (row: { repository: string; name: string }) => row.repository === repository && row.name === name;
        return {
          name,
          baselines: baselines.map(toBaselineSummary),
          unstable: unstable.filter(isOf).map(toUnstable),
          noise: noise.filter(isOf).map(toNoiseRule),
        };
      }),
    })),
  };
}
