import type { ComponentProps } from 'preact';

/** A button that looks like one. `class`: what it looks like otherwise, such as `button-small`. */
export const Button = ({ class: own = '', ...props }: ComponentProps<'button'>) => (
  <button type="button" class={`button ${own}`} {...props} />
);
