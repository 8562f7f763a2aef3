import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { CloseButton } from '../shared/icons.tsx';
import { maxImages } from './files.ts';
import { ImageList } from './image-list.tsx';
import { home } from './strings.ts';
import { useHome } from './use-home.ts';

const words = home.source;

function Drop({ over, text, children }: { over: boolean; text: string; children: ComponentChildren }) {
  return (
    <div class="drop" data-over={over}>
      <p>{text}</p>
      {children}
    </div>
  );
}

function Images({ over }: { over: boolean }) {
  const { draft } = useHome();
  const left = maxImages - draft.images.value.length;
  const own = words.images;
  return (
    <>
      <Drop over={over} text={left === maxImages ? own.drop : left === 0 ? own.full : own.more(left)}>
        <ChooseFile
          id="source"
          label={own.choose}
          accept="image/png,image/jpeg,image/webp"
          multiple
          disabled={left === 0}
        />
        <p class="quiet small">{own.formats}</p>
      </Drop>
      <ImageList empty={() => document.getElementById('source')?.focus()} />
    </>
  );
}

function Page({ invalid }: { invalid: boolean }) {
  const { draft } = useHome();
  return (
    <div class="stack">
      <label class="label" for="source">
        {words.page.label}
      </label>
      <input
        id="source"
        type="text"
        inputMode="url"
        autocomplete="url"
        autocapitalize="off"
        spellcheck={false}
        dir="ltr"
        maxLength={2000}
        placeholder={words.page.placeholder}
        aria-invalid={invalid}
        aria-describedby="source-help trouble"
        value={draft.address.value}
        onInput={(event) => (draft.address.value = event.currentTarget.value)}
      />
      <p class="quiet" id="source-help">
        {words.page.help}
      </p>
    </div>
  );
}

function Pdf({ over }: { over: boolean }) {
  const { draft } = useHome();
  const file = draft.pdf.value;
  return (
    <Drop over={over} text={file === null ? words.pdf.drop : ''}>
      {file !== null && (
        <p class="file-name">
          <bdi>{file.name}</bdi> <span class="quiet">{home.size(file.size)}</span>
          <CloseButton
            label={words.pdf.remove}
            onClick={() => {
              draft.pdf.value = null;
              document.getElementById('source')?.focus();
            }}
          />
        </p>
      )}
      <ChooseFile
        id="source"
        label={file === null ? words.pdf.choose : words.pdf.other}
        accept="application/pdf,.pdf"
      />
      <p class="quiet small">{words.pdf.formats}</p>
    </Drop>
  );
}

function Email({ invalid }: { invalid: boolean }) {
  const { draft } = useHome();
  return (
    <div class="stack">
      <div class="label-row">
        <label class="label" for="source">
          {words.email.label}
        </label>
        {draft.htmlFile.value !== null && (
          <span class="quiet">
            <bdi>{words.email.from(draft.htmlFile.value)}</bdi>
          </span>
        )}
        <ChooseFile label={words.email.choose} accept="text/html,.html,.htm" />
      </div>
      <textarea
        id="source"
        class="mono source-html"
        rows={5}
        spellcheck={false}
        dir="auto"
        placeholder={words.email.placeholder}
        aria-invalid={invalid}
        aria-describedby="source-help trouble"
        value={draft.html.value}
        onInput={(event) => {
          draft.html.value = event.currentTarget.value;
          draft.htmlFile.value = null;
        }}
      />
      <p class="quiet" id="source-help">
        {words.email.help}
      </p>
    </div>
  );
}

/** `over`: something is being dragged over the page. */
export function SourceFields({ over }: { over: boolean }) {
  const { draft, trial } = useHome();
  const invalid = trial.trouble.value?.field === 'source';
  switch (draft.kind.value) {
    case 'images':
      return <Images over={over} />;
    case 'page':
      return <Page invalid={invalid} />;
    case 'pdf':
      return <Pdf over={over} />;
    case 'email':
      return <Email invalid={invalid} />;
  }
}

interface Props {
  label: string;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  id?: string;
}

function ChooseFile({ label, accept, multiple = false, disabled = false, id }: Props) {
  const { draft } = useHome();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button id={id} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Otherwise choosing the same file again fires no event
          event.currentTarget.value = '';
          void draft.add(files);
        }}
      />
    </>
  );
}
