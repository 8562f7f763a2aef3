const start = '#open=';

/** Removes the code from the address, so that it stays out of the history and shared links. */
export function takeOpenCode(page: Pick<Window, 'location' | 'history'> = window): string | null {
  const { hash, pathname, search } = page.location;
  if (!hash.startsWith(start)) return null;
  page.history.replaceState(page.history.state, '', pathname + search);
  return hash.slice(start.length);
}
