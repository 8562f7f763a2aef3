const start = '#open=';

/** Takes the code out of the address at once, so that nobody finds it in the history or passes it on. */
export function takeOpenCode(page: Pick<Window, 'location' | 'history'> = window): string | null {
  const { hash, pathname, search } = page.location;
  if (!hash.startsWith(start)) return null;
  page.history.replaceState(page.history.state, '', pathname + search);
  return hash.slice(start.length);
}
