import { useEffect } from 'preact/hooks';
import { type Alignment, rowsOf } from '../../contract/alignment.ts';
import { ownAddress } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import type { ComparedImage, Screenshot } from '../shared/types.ts';
import { type AlignedLayout, alignedLayout } from './aligned-layout.ts';
import type { Layout } from './compare.ts';
import { counterpartOf } from './counterpart.ts';

async function fetchLayout(difference: string, before: ComparedImage, now: Screenshot): Promise<Layout> {
  const response = await fetch(rowsOf(ownAddress(difference)));
  // Comparisons from before alignments were kept have none.
  if (response.status === 404) return 'unknown';
  if (!response.ok) throw new Error(`The alignment did not load: ${response.status}`);
  const alignment: Alignment = await response.json();
  return alignedLayout(alignment, before, now) ?? 'same';
}

/**
 * Returns how the screenshot is laid out with the other side of its comparison: null until that is known.
 */
export function useLayout(shot: Screenshot): Layout | null {
  const controller = useReview();
  const { compare } = controller.ui;
  const counterpart = counterpartOf(controller.view(), shot, compare.against.value);
  const before = counterpart?.image ?? null;
  const difference = counterpart?.change?.diff_url ?? null;
  const known = difference === null ? 'same' : compare.layouts.value.get(difference);
  useEffect(() => {
    if (known !== undefined || difference === null || before === null) return;
    const keep = (layout: Layout) => {
      compare.layouts.value = new Map(compare.layouts.peek()).set(difference, layout);
    };
    void fetchLayout(difference, before, shot).then(keep, () => keep('unknown'));
  }, [difference]);
  return known ?? null;
}

/** Returns the layout to draw: null for both images as they are; undefined while it is not known, so that nothing jumps. */
export function useShownLayout(shot: Screenshot): AlignedLayout | null | undefined {
  const { compare } = useReview().ui;
  const layout = useLayout(shot);
  if (!compare.aligned.value) return null;
  return layout === null ? undefined : typeof layout === 'object' ? layout : null;
}
