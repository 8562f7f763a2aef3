import { type Signal, useSignal } from '@preact/signals';
import { trimText } from '../../contract/trim-text.ts';
import { useReview } from './use-review.ts';

interface KeptText {
  text: Signal<string>;
  input(text: string): void;
  /** Call it once the text was sent. Keeps what was typed since then, and returns false. */
  forget(sent: string): boolean;
}

/** Returns a text that the device keeps under `key` of this review until it was sent. */
export function useKeptText(key: string): KeptText {
  const { memory, reviewId } = useReview();
  const at = `${reviewId}:${key}`;
  const text = useSignal(memory.get(at) ?? '');
  return {
    text,
    input(typed) {
      text.value = typed;
      memory.set(at, typed);
    },
    forget(sent) {
      if (trimText(text.value) !== trimText(sent)) return false;
      text.value = '';
      memory.remove(at);
      return true;
    },
  };
}
