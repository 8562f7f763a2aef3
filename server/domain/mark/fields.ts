import type { MarkFields } from '../../contract/mark-fields.ts';
import type { PlacedMark } from './store.ts';

/** The columns of a mark on which nobody has worked. */
export const untouched = {
  status: 'open' as const,
  formerStatus: null,
  settledByDecision: null,
  note: null,
  afterImage: null,
  afterImageKey: null,
  afterImageCapability: null,
  afterImageProblem: null,
  reopenReason: null,
};

type Columns = Pick<PlacedMark, 'body' | 'mustFix' | 'strokes'>;

/** Converts what a reviewer writes on a mark from the wire format to the columns of its row. */
export const toColumns = ({ body, must_fix, strokes }: MarkFields): Columns => ({
  body,
  mustFix: must_fix,
  strokes,
});
export const toFields = ({ body, mustFix, strokes }: Columns): MarkFields => ({
  body,
  must_fix: mustFix,
  strokes,
});
