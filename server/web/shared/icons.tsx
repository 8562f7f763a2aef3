import type { ComponentProps } from 'preact';

const paths = {
  check: 'M3.5 8.5l3 3 6-7',
  back: 'M6 3.5L2.5 7 6 10.5M3 7h6.5a3.5 3.5 0 0 1 0 7H7',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  box: 'M3 5V3h2M11 3h2v2M13 11v2h-2M5 13H3v-2',
  cross: 'M8 1.5v5M8 9.5v5M1.5 8h5M9.5 8h5',
  bang: 'M8 3v6.5M8 12.6v.4',
  pen: 'M3 13l.6-2.6L10.5 3.5l2 2-6.9 6.9z',
  bin: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9',
  undo: 'M5.5 3L2.5 6l3 3M3 6h6a3.75 3.75 0 0 1 0 7.5H6',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  left: 'M10 4L6 8l4 4',
  right: 'M6 4l4 4-4 4',
  info: 'M8 7.5v4M8 4.6v.3M8 1.75a6.25 6.25 0 1 1 0 12.5a6.25 6.25 0 0 1 0-12.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 1 0 4a2 2 0 0 1 0-4',
  snap: 'M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M5.5 5.5h5v5h-5z',
  tree: 'M3 3.5h4M6 8h7M6 12.5h7M4 3.5v9M4 8h2M4 12.5h2',
  move: 'M8 2v12M2 8h12M8 2L6.2 3.8M8 2l1.8 1.8M8 14l-1.8-1.8M8 14l1.8-1.8M2 8l1.8-1.8M2 8l1.8 1.8M14 8l-1.8-1.8M14 8l-1.8 1.8',
  wider: 'M6 10L2.5 13.5M10 6l3.5-3.5M2.5 10.5v3h3M10.5 2.5h3v3',
  narrower: 'M6.5 9.5L3 13M9.5 6.5L13 3M3.5 9.5h3v3M9.5 3.5v3h3',
  grip: 'M6 4L3 8l3 4M10 4l3 4-3 4',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  icon: IconName;
  name: string;
  keys?: string;
}

/** A button with an icon. Its name and its key are shown while the pointer rests on it. */
export function IconButton({ icon, name, keys, class: own = 'tool', ...button }: ButtonProps) {
  const title = keys === undefined ? name : `${name} (${keys})`;
  return (
    <button type="button" class={own} aria-label={name} aria-keyshortcuts={keys} title={title} {...button}>
      <Icon name={icon} />
    </button>
  );
}

interface CloseProps {
  label: string;
  class?: string;
  onClick: () => void;
}

export function CloseButton({ label, class: own = '', onClick }: CloseProps) {
  return (
    <button type="button" class={`icon-button ${own}`.trim()} aria-label={label} onClick={onClick}>
      <Icon name="close" />
    </button>
  );
}

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="6.25" />
      <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" />
    </svg>
  );
}
