import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { useStage } from '../review/stage-desk.ts';
import type { Screenshot } from '../review/types.ts';

/** The list of elements, which is fetched when it is opened for the first time. */
export function ElementTreeSlot({ shot }: { shot: Screenshot }) {
  const { tree } = useStage().screen.marking;
  const Loaded = useSignal<ComponentType<{ shot: Screenshot }> | null>(null);
  const wanted = tree.value;
  useEffect(() => {
    if (!wanted || Loaded.peek() !== null) return;
    void import('./element-tree.tsx').then(({ ElementTree }) => {
      Loaded.value = ElementTree;
    });
  }, [wanted, Loaded]);
  const Tree = Loaded.value;
  return wanted && Tree !== null ? <Tree shot={shot} /> : null;
}
