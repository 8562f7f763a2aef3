import type { ComponentChildren } from 'preact';

interface Props {
  title: string;
  count?: number;
  open: boolean;
  children: ComponentChildren;
}

export function Section({ title, count, open, children }: Props) {
  return (
    <details class="section" open={open}>
      <summary>
        <h2>{title}</h2>
        {count !== undefined && <span class="count">{count}</span>}
      </summary>
      {children}
    </details>
  );
}
