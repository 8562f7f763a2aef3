import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Icon } from '../components/icons.tsx';
import { home } from '../strings/home.ts';
import { useHome } from './use-home.ts';

const words = home.source.pictures;

function Picture({ file, remove }: { file: File; remove: () => void }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <li class="file">
      <img src={url} alt="" width={40} height={40} />
      <span class="file-name">
        <bdi>{file.name}</bdi> <span class="quiet">{home.size(file.size)}</span>
      </span>
      <button type="button" class="icon-button" aria-label={words.remove(file.name)} onClick={remove}>
        <Icon name="close" />
      </button>
    </li>
  );
}

const keys = new WeakMap<File, number>();
let next = 0;
function keyOf(file: File): number {
  const key = keys.get(file) ?? next++;
  keys.set(file, key);
  return key;
}

/** What was chosen, in the order it will be shown. Removing one leaves the focus on its neighbour. */
export function PictureList({ empty }: { empty: () => void }) {
  const { draft } = useHome();
  const list = useRef<HTMLUListElement>(null);
  const files = draft.pictures.value;
  const remove = (file: File, at: number) => {
    draft.remove(file);
    setTimeout(() => {
      const buttons = list.current?.querySelectorAll('button') ?? [];
      const near = buttons[Math.min(at, buttons.length - 1)];
      if (near === undefined) empty();
      else near.focus();
    });
  };
  return (
    <ul class="files" ref={list} aria-label={words.chosen}>
      {files.map((file, at) => (
        <Picture key={keyOf(file)} file={file} remove={() => remove(file, at)} />
      ))}
    </ul>
  );
}
