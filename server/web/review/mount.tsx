import { render } from 'preact';
import { keepFresh } from '../sync/keep-fresh.ts';
import { App, type PageProps } from './app.tsx';

/** Draws the page and keeps it up to date by the event stream at `events()`. */
export function mountPage({ events, ...props }: PageProps & { events: () => string }): void {
  keepFresh(props.store, events);
  const page = document.getElementById('page');
  if (page === null) return;
  page.replaceChildren();
  render(<App {...props} />, page);
}
