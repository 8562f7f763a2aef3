/**
 * Returns the address of a page of a site, below the site's own path; null unless the path starts with one slash. A
 * query of the site's address, such as a preview's bypass token, is added to the page's.
 */
export function pageUrl(site: string, path: string): string | null {
  if (!path.startsWith('/') || path.startsWith('//')) return null;
  const base = new URL(site);
  const wanted = new URL(path, 'http://site.invalid');
  const page = new URL(base);
  page.pathname = base.pathname.replace(/\/+$/, '') + wanted.pathname;
  for (const [name, value] of wanted.searchParams) page.searchParams.append(name, value);
  page.hash = wanted.hash;
  return page.href;
}
