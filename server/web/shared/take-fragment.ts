/** Removes a secret from the address's fragment, so that it stays out of the history and shared links. */
export function takeFragment(
  name: 'open' | 'vouch',
  page: Pick<Window, 'location' | 'history'> = window,
): string | null {
  const { hash, pathname, search } = page.location;
  const start = `#${name}=`;
  if (!hash.startsWith(start)) return null;
  page.history.replaceState(page.history.state, '', pathname + search);
  return hash.slice(start.length);
}
