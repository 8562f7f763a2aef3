/** A page as a person without a browser sees it, who keeps the cookie and fills in the forms. */
export interface Page {
  status: number;
  html: string;
  heading: string;
  headers: Headers;
}

const unescapeText = (text: string) =>
  text
    .replace(/&quot;|&#34;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;|&#60;/g, '<')
    .replace(/&gt;|&#62;/g, '>')
    .replace(/&amp;|&#38;/g, '&');

const field = (html: string, name: string) =>
  unescapeText(new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '');

/** Returns a person at the setup page. `url`: the address at which the service listens, whatever its BASE_URL. */
export function newPerson(url: string) {
  let cookie = '';
  async function go(path: string, init: RequestInit = {}): Promise<Page> {
    const response = await fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie === '' ? {} : { cookie }), ...init.headers },
    });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const html = await response.text();
    return {
      status: response.status,
      html,
      heading: /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '',
      headers: response.headers,
    };
  }
  const person = {
    go,
    cookie: () => cookie,
    paste: (secret: string, site = 'same-origin') =>
      go('/github/setup', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
        body: new URLSearchParams({ secret }).toString(),
      }),
    /** Returns the form that would be posted to GitHub. */
    async form(owner = '') {
      const page = await go(`/github/setup${owner === '' ? '' : `?owner=${encodeURIComponent(owner)}`}`);
      const action = unescapeText(/action="(http[^"]+)"/.exec(page.html)?.[1] ?? '');
      return { page, action, manifest: JSON.parse(field(page.html, 'manifest') || 'null') as Record<string, unknown> };
    },
    /** Presses here and at GitHub. Returns where GitHub then sends the browser, or its complaint. */
    async create(owner = ''): Promise<{ back: string; complaint: string }> {
      const { action, manifest } = await person.form(owner);
      const asked = await fetch(action, {
        method: 'POST',
        body: new URLSearchParams({ manifest: JSON.stringify(manifest) }),
      });
      const shown = await asked.text();
      if (asked.status !== 200) return { back: '', complaint: shown };
      const confirmed = await fetch(new URL('/confirm', action), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(
          ['manifest', 'state', 'owner', 'name'].map((name): [string, string] => [name, field(shown, name)]),
        ),
      });
      const to = new URL(confirmed.headers.get('location') ?? '');
      return { back: to.pathname + to.search, complaint: '' };
    },
  };
  return person;
}
