import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Draft } from '../marking/drafts.ts';
import { ownAddress } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import { Icon, IconButton } from '../shared/icons.tsx';
import { Problem } from '../shared/problem.tsx';
import { shrink } from './shrink.ts';
import { reference as words } from './strings.ts';

/** Adds an image to a draft: chosen, pasted into the composer, or dropped on it. */
function useAddImage(draft: Draft) {
  const controller = useReview();
  const { drafts, memory } = controller;
  const problem = useSignal<string | null>(null);
  const add = async (file: File | undefined) => {
    if (file === undefined) return;
    const shrunk = await shrink(file);
    // It may have changed meanwhile, or been sent.
    const now = drafts.find(draft.key);
    if (now === undefined) return;
    if ('problem' in shrunk) {
      problem.value = shrunk.problem;
      return;
    }
    const lasted = memory.lasting();
    controller.changeDraft({ ...now, reference_image_url: shrunk.url });
    problem.value = null;
    if (!lasted || memory.lasting()) {
      controller.announce(now.reference_image_url === null ? words.added : words.replaced);
      return;
    }
    controller.changeDraft(now);
    problem.value = words.noSpace;
  };
  return { problem, add };
}

const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes('Files') === true;

function useFilesOf(form: () => HTMLFormElement | null | undefined, add: (file: File | undefined) => Promise<void>) {
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const target = form();
    if (!target) return;
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData: data } = event;
      // A copied table comes as text and as an image: the text is meant.
      if (!hasFiles(data) || data.types.includes('text/plain')) return;
      event.preventDefault();
      void latest.current(data.files[0]);
    };
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      target.dataset.dropping = 'true';
    };
    const onEnd = () => {
      delete target.dataset.dropping;
    };
    const onDrop = (event: DragEvent) => {
      onEnd();
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      void latest.current(event.dataTransfer.files[0]);
    };
    const ending = new AbortController();
    const { signal } = ending;
    target.addEventListener('paste', onPaste, { signal });
    target.addEventListener('dragover', onOver, { signal });
    target.addEventListener('dragleave', onEnd, { signal });
    target.addEventListener('drop', onDrop, { signal });
    return () => ending.abort();
  }, []);
}

/** Shows the image of a draft, or takes one. */
export function ReferenceTool({ draft }: { draft: Draft }) {
  const controller = useReview();
  const place = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { problem, add } = useAddImage(draft);
  useFilesOf(() => place.current?.closest('form'), add);
  const { reference_image_url: url } = draft;
  return (
    <div class="reference" ref={place}>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        onChange={(event) => {
          void add(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {url === null ? (
        <Button class="button-small button-quiet" title={words.addHelp} onClick={() => picker.current?.click()}>
          <Icon name="plus" /> {words.add}
        </Button>
      ) : (
        <>
          <img src={url.startsWith('data:') ? url : ownAddress(url)} alt={words.alt(words.thisMark)} />
          <span class="composer-on">{words.caption}</span>
          <IconButton
            icon="close"
            name={words.remove}
            onClick={() => {
              controller.changeDraft({ ...draft, reference_image_url: null });
              controller.announce(words.removed);
            }}
          />
        </>
      )}
      <Problem text={problem.value} />
    </div>
  );
}
