import { useRef } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { useHome } from './use-home.ts';

interface Props {
  label: string;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  id?: string;
}

export function ChooseFile({ label, accept, multiple = false, disabled = false, id }: Props) {
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
