import type { Client, Output } from '../../contract/client.ts';

type Page = Output<'export_workspace'>;

/** Reads every review and baseline in full, page by page. Reports the count so far to `onProgress`. */
export async function readExport(
  client: Client,
  onProgress: (read: number) => void,
): Promise<Omit<Page, 'next_cursor'>> {
  const first = await client.call('export_workspace', {});
  const { workspace_id, exported_at } = first;
  const [reviews, baselines] = [[...first.reviews], [...first.baselines]];
  let cursor = first.next_cursor;
  while (cursor !== null) {
    onProgress(reviews.length + baselines.length);
    const page: Page = await client.call('export_workspace', { cursor });
    reviews.push(...page.reviews);
    baselines.push(...page.baselines);
    cursor = page.next_cursor;
  }
  return { workspace_id, exported_at, reviews, baselines };
}

export function saveAs(name: string, json: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(json, null, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started reading it by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
