import { useEffect, useMemo, useRef } from 'preact/hooks';
import { CloseButton } from '../shared/icons.tsx';
import { home } from './strings.ts';
import { useHome } from './use-home.ts';

const words = home.source.images;

function ImageItem({ file, remove }: { file: File; remove: () => void }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <li class="file">
      <img src={url} alt="" width={40} height={40} />
      <span class="file-name">
        <bdi>{file.name}</bdi> <span class="quiet">{home.size(file.size)}</span>
      </span>
      <CloseButton label={words.remove(file.name)} onClick={remove} />
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

/** Lists the chosen images. Removing one moves the focus to its neighbour. */
export function ImageList({ empty }: { empty: () => void }) {
  const { draft } = useHome();
  const list = useRef<HTMLUListElement>(null);
  const files = draft.images.value;
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
        <ImageItem key={keyOf(file)} file={file} remove={() => remove(file, at)} />
      ))}
    </ul>
  );
}
