import { useSignal } from '@preact/signals';
import type { Client, Output } from '../../contract/client.ts';
import { Button } from '../shared/button.tsx';
import { When } from '../shared/when.tsx';
import { sentenceOf } from './store.ts';
import { workspace } from './strings.ts';
import { useWorkspace } from './use-workspace.ts';

const words = workspace.head;

type Page = Output<'export_workspace'>;

/** Reads every review and baseline in full, page by page. Reports the count so far to `onProgress`. */
async function readExport(client: Client, onProgress: (read: number) => void): Promise<Omit<Page, 'next_cursor'>> {
  const { next_cursor, ...everything } = await client.call('export_workspace', {});
  const { reviews, baselines, unsent, noise_rules } = everything;
  let cursor = next_cursor;
  while (cursor !== null) {
    onProgress(reviews.length + baselines.length);
    const page: Page = await client.call('export_workspace', { cursor });
    reviews.push(...page.reviews);
    baselines.push(...page.baselines);
    unsent.push(...page.unsent);
    noise_rules.push(...page.noise_rules);
    cursor = page.next_cursor;
  }
  return everything;
}

function saveAs(name: string, json: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(json, null, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started reading it by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function Head({ forget }: { forget: () => void }) {
  const { keep, store, dialog, notice } = useWorkspace();
  const exporting = useSignal<number | null>(null);
  const exportAll = async () => {
    if (exporting.value !== null) return;
    exporting.value = 0;
    try {
      const all = await readExport(store.client, (n) => {
        exporting.value = n;
      });
      saveAs(`sightline-${all.workspace_id}-${all.exported_at.slice(0, 10)}.json`, all);
      notice.value = { text: words.exported(all.reviews.length, all.baselines.length), error: false };
    } catch (cause) {
      notice.value = { text: sentenceOf(cause), error: true };
    }
    exporting.value = null;
  };
  const expiresAt = keep.held.value?.expiresAt ?? null;
  return (
    <header class="workspace-head">
      <div>
        <h1>{workspace.title}</h1>
        <p class="quiet">
          {keep.remembered.value ? words.kept : words.keptTab}{' '}
          {expiresAt !== null && (
            <>
              {words.until} <When at={expiresAt} day />.
            </>
          )}
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent */}
      <div class="workspace-tools" role="group" aria-label={words.menu}>
        <Button aria-disabled={exporting.value !== null} onClick={() => void exportAll()}>
          {exporting.value === null ? words.export : words.exporting(exporting.value)}
        </Button>
        <Button onClick={() => (dialog.value = { kind: 'rotate' })}>{words.rotate}</Button>
        <Button onClick={forget}>{words.forget}</Button>
      </div>
    </header>
  );
}
