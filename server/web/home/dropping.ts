import type { Signal } from '@preact/signals';
import type { Draft } from './draft.ts';

const types = (event: DragEvent): readonly string[] => event.dataTransfer?.types ?? [];
/** Returns whether the person can type there. The choice of a source takes no text. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('textarea, input:not([type="radio"])');

/** Takes a dropped or pasted address. */
function takeAddress(draft: Draft, text: string): boolean {
  const [first = ''] = text.trim().split(/\s+/);
  if (!/^https?:\/\//i.test(first)) return false;
  draft.kind.value = 'page';
  draft.address.value = first;
  return true;
}

/**
 * Accepts files and addresses anywhere on the page, so that a missed drop does not navigate away. Ignores them while
 * `open` returns false. Sets `over` while files are dragged over the page. Returns a function that stops.
 */
export function listenForFiles(draft: Draft, open: () => boolean, over: Signal<boolean>): () => void {
  const onOver = (event: DragEvent) => {
    const files = types(event).includes('Files');
    if (!files && (!types(event).includes('text/uri-list') || isField(event.target))) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = open() ? 'copy' : 'none';
    over.value = files && open();
  };
  const onLeave = (event: DragEvent) => {
    if (event.relatedTarget === null) over.value = false;
  };
  const onDrop = (event: DragEvent) => {
    over.value = false;
    const files = [...(event.dataTransfer?.files ?? [])];
    const address = event.dataTransfer?.getData('text/uri-list') ?? '';
    if (files.length === 0 && (address === '' || isField(event.target))) return;
    event.preventDefault();
    if (!open()) return;
    if (files.length > 0) void draft.add(files);
    else takeAddress(draft, address);
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // Office programs copy text together with an image of it.
    if (!open() || (isField(event.target) && (text !== '' || files.length === 0))) return;
    if (files.length > 0) {
      event.preventDefault();
      void draft.paste(files);
    } else if (takeAddress(draft, text)) {
      event.preventDefault();
    }
  };
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('dragover', onOver, { signal });
  document.addEventListener('dragleave', onLeave, { signal });
  document.addEventListener('drop', onDrop, { signal });
  document.addEventListener('paste', onPaste, { signal });
  return () => ending.abort();
}
