import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { copyText } from './copy.ts';
import { site } from './strings.ts';

const words = site.copy;
const lasts = 3000;

interface Props {
  /** What is copied, for screen readers. */
  what: string;
  /** The text, or a function that gets it; null when it could not be read, which the function itself reports. */
  text: string | (() => Promise<string | null>);
  label?: string;
  /** The accessible name; contains the label. */
  name?: string;
  title?: string;
  small?: boolean;
}

/** Copies and confirms in place, without changing its width. */
export function CopyButton({ what, text, label = words.copy, name = words.of(what), title, small = true }: Props) {
  const state = useSignal<'idle' | 'copied' | 'failed'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const found = typeof text === 'string' ? text : await text();
    if (found === null) return;
    state.value = (await copyText(found)) ? 'copied' : 'failed';
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      state.value = 'idle';
    }, lasts);
  };
  const shown = { idle: label, copied: words.copied, failed: words.failed }[state.value];
  return (
    <>
      <button
        type="button"
        class={`button copy ${small ? 'button-small' : ''}`}
        aria-label={name}
        title={title}
        data-state={state.value}
        onClick={() => void copy()}
      >
        <span aria-hidden="true">{shown}</span>
        <span aria-hidden="true" class="copy-width">
          {[label, words.copied, words.failed].map((word) => (
            <span key={word}>{word}</span>
          ))}
        </span>
      </button>
      <span class="visually-hidden" role="status">
        {state.value === 'copied' ? words.done(what) : state.value === 'failed' ? words.cannot : ''}
      </span>
    </>
  );
}
