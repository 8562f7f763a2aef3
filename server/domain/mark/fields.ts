import type { MarkFields } from '../../contract/mark-fields.ts';
import type { PlacedMark } from './store.ts';

type Columns = Pick<PlacedMark, 'body' | 'mustFix'>;

/** What a reviewer writes on a mark, in its row and on the wire. */
export const toColumns = ({ body, must_fix }: MarkFields): Columns => ({ body, mustFix: must_fix });
export const toFields = ({ body, mustFix }: Columns): MarkFields => ({ body, must_fix: mustFix });
