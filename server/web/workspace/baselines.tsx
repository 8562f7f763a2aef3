import { useEffect, useMemo } from 'preact/hooks';
import type { BaselineSummary, Repository } from '../../contract/baseline.ts';
import type { Client } from '../../contract/client.ts';
import { Button } from '../shared/button.tsx';
import { When } from '../shared/when.tsx';
import { startPolling } from '../sync/polling.ts';
import { baselines as words } from './baselines-strings.ts';
import { createLoaded } from './loaded.ts';
import { sentenceOf } from './store.ts';
import { focusSoon, useWorkspace } from './use-workspace.ts';

const pause = 60_000;

const createRepositories = (client: Client) =>
  createLoaded(async () => (await client.call('list_repositories', {})).repositories);

type Name = Repository['names'][number];

function Newest({ baseline }: { baseline: BaselineSummary }) {
  const { branch, commit, created_at, screenshot_count: shots } = baseline;
  return (
    <ul class="row-facts">
      <li>
        <bdi>{words.branch(branch, commit)}</bdi>
      </li>
      <li>{words.shots(shots)}</li>
      <li>
        <When at={created_at} />
      </li>
    </ul>
  );
}

function Unstable({ unstable }: Pick<Name, 'unstable'>) {
  if (unstable.length === 0) return null;
  return (
    <details class="unstable">
      <summary>{words.unstable(new Set(unstable.map(({ label }) => label)).size)}</summary>
      <p class="quiet">{words.fix}</p>
      <ul>
        {unstable.map(({ label, commit, variants, runs, last_seen_at: seen }) => (
          <li key={`${label} ${commit}`}>
            <bdi>{label}</bdi>
            <span class="quiet">
              {words.varied(variants, runs, commit)}, <When at={seen} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Lists what people called noise. Ending a rule needs no confirmation, because it only asks people again. */
function Noise({ noise, refresh }: Pick<Name, 'noise'> & { refresh: () => Promise<void> }) {
  const { store, notice } = useWorkspace();
  if (noise.length === 0) return null;
  const end = async ({ id, label }: Name['noise'][number]) => {
    try {
      await store.client.call('end_noise_rule', { rule_id: id });
      notice.value = { text: words.noiseEnded(label), error: false };
    } catch (cause) {
      notice.value = { text: sentenceOf(cause), error: true };
    }
    await refresh();
    focusSoon('baselines');
  };
  return (
    <details class="unstable">
      <summary>{words.noise(noise.length)}</summary>
      <ul>
        {noise.map((rule) => {
          const { id, label, reason, expires_at: until, approved_in: approval } = rule;
          const by = approval?.verified_login ?? approval?.decided_by ?? null;
          return (
            <li key={id}>
              <bdi>{label}</bdi>
              <span class="quiet">
                <bdi>{reason}</bdi> ({words.noiseUntil(by)} <When at={until} day />)
              </span>
              <Button
                class="button-small button-quiet"
                aria-label={words.endNoiseOf(label)}
                onClick={() => void end(rule)}
              >
                {words.endNoise}
              </Button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function Names({ repository, refresh }: { repository: Repository; refresh: () => Promise<void> }) {
  const { title, names } = repository;
  return (
    <>
      {names.map(({ name, baselines, unstable, noise }) => (
        <li key={name} class="baseline-row">
          <h3>
            <bdi>{title}</bdi> · <bdi>{name}</bdi>
          </h3>
          {baselines.map((baseline) => (
            <Newest key={baseline.id} baseline={baseline} />
          ))}
          <Unstable unstable={unstable} />
          <Noise noise={noise} refresh={refresh} />
        </li>
      ))}
    </>
  );
}

/** Shows which states count as accepted, which screenshots vary without a change of the code, and what is noise. */
export function Baselines() {
  const { store } = useWorkspace();
  const { loaded, broken, refresh } = useMemo(() => createRepositories(store.client), [store]);
  useEffect(() => startPolling(refresh, () => pause), [refresh]);
  const { value: known } = loaded;
  return (
    <section class="baselines" aria-labelledby="baselines">
      <h2 id="baselines">{words.title}</h2>
      <p class="quiet">
        {words.lead} <a href="/help/baselines">{words.about}</a>
      </p>
      {broken.value && <p class="warning">{words.broken}</p>}
      {known === null && !broken.value && <p class="quiet">{words.loading}</p>}
      {known?.length === 0 && (
        <p class="nothing">
          <strong>{words.none}</strong> {words.how}
        </p>
      )}
      {known !== null && known.length > 0 && (
        <ul class="baseline-rows">
          {known.map((repository) => (
            <Names key={repository.repository} repository={repository} refresh={refresh} />
          ))}
        </ul>
      )}
    </section>
  );
}
