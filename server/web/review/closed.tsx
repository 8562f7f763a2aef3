import type { ComponentChildren } from 'preact';
import { Logo } from '../shared/icons.tsx';
import { strings } from '../strings.ts';

/** Shows a page of text where there are no screenshots. */
export function Closed(props: { title: string; lead: string; children?: ComponentChildren }) {
  return (
    <main class="plain">
      <p>
        <a class="brand" href="/">
          <Logo /> {strings.brand}
        </a>
      </p>
      <h1>{props.title}</h1>
      <p>{props.lead}</p>
      {props.children}
    </main>
  );
}

/** Draws the page's frame until the first response. */
export function Opening() {
  return (
    <div class="frame" aria-busy="true">
      <div class="top-bar">
        <span class="brand">
          <Logo /> <span class="brand-name">{strings.brand}</span>
        </span>
        <span class="visually-hidden" role="status">
          {strings.loading}
        </span>
      </div>
      <div class="filmstrip" />
      <div class="stage" />
      <div class="panel" />
      <div class="decision-bar" />
    </div>
  );
}
