import type { ComponentChildren } from 'preact';

interface Props {
  id?: string;
  title: string;
  count?: number;
  open: boolean;
  onFold?: (open: boolean) => void;
  children: ComponentChildren;
}

export function Section({ id, title, count, open, onFold, children }: Props) {
  return (
    <details class="section" id={id} open={open} onToggle={(event) => onFold?.(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
        {count !== undefined && <span class="count">{count}</span>}
      </summary>
      {children}
    </details>
  );
}
