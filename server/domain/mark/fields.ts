import type { MarkFields } from '../../contract/mark-fields.ts';
import type { PlacedMark } from './store.ts';

type Columns = Pick<PlacedMark, 'body' | 'mustFix'>;

/** Converts what a reviewer writes on a mark from the wire format to the columns of its row. */
export const toColumns = ({ body, must_fix }: MarkFields): Columns => ({ body, mustFix: must_fix });
export const toFields = ({ body, mustFix }: Columns): MarkFields => ({ body, must_fix: mustFix });
