import type { Client, Output } from '../../contract/client.ts';

type Page = Output<'export_workspace'>;

/** Reads every review and baseline in full, page by page. Reports the count so far to `onProgress`. */
export async function readExport(
  client: Client,
  onProgress: (read: number) => void,
): Promise<Omit<Page, 'next_cursor'>> {
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

export function saveAs(name: string, json: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(json, null, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started reading it by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
