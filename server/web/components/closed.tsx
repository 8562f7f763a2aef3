import type { ComponentChildren } from 'preact';
import { strings } from '../strings.ts';
import { Logo } from './icons.tsx';

/** A page of words where there are no pictures to show. */
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

/** The page's frame at its true sizes while the first answer is on its way. */
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
