import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../source-imports.ts';

/** The statements of one kind in the documentation. */
export async function documented(mark: string): Promise<string> {
  const text = await readFile(join(root, 'server/docs/distributed-sql.md'), 'utf8');
  const blocks = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const [block] = blocks.filter((each) => each.startsWith(`-- ${mark}`));
  if (block === undefined) throw new Error(`distributed-sql.md has no SQL that begins with “-- ${mark}”`);
  return block;
}
