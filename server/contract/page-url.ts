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

/** Parameters whose value grants access to a page, such as `x-vercel-protection-bypass`. */
const secretName =
  /(?:token|bypass|secret|signature|password|passwd|credentials?|session|jwt|api[-_]?key)$|(?:^|[-_.])(?:sig|key|auth|share)$/i;

/** Returns an address, or a part of one, as everybody may read it: with `…` in place of the values that may be secret. */
export const withoutSecrets = (address: string): string =>
  address.replace(/([?&;#]([^=&;#?]+)=)[^&;#]{8,}/g, (whole, start: string, name: string) =>
    secretName.test(name) ? `${start}…` : whole,
  );
