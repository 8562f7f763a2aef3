import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** The style of all pages here, which matches the service's. A page allows it by its hash. */
const style = `
:root{color-scheme:light dark;--surface:#fff;--ground:#f6f6f7;--line:#dedee3;--strong:#8b8c95;--text:#17181c;--quiet:#5a5c66;--accent:#2b50e0}
@media (prefers-color-scheme:dark){:root{--surface:#1b1c1f;--ground:#232428;--line:#2e3035;--strong:#787a85;--text:#eeeff2;--quiet:#a2a5b0;--accent:#8aa2ff}}
*{box-sizing:border-box;margin:0;padding:0}
body{background:var(--ground);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
.brand{padding-top:10vh;text-align:center;font-weight:600}
main{display:grid;gap:16px;max-width:480px;margin:24px auto 64px;padding:32px;border:1px solid var(--line);border-radius:8px;background:var(--surface)}
main>*{min-width:0}
h1{font-size:20px;line-height:1.3}
a{color:var(--accent)}
.way a{display:inline-flex;align-items:center;min-height:44px}
ul{display:grid;gap:8px;list-style:none}
label,small{color:var(--quiet);font-size:13px}
.search{display:grid;gap:4px}
.search span{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:8px}
input,button{min-height:44px;border:1px solid var(--strong);border-radius:8px;background:var(--surface);color:var(--text);font:inherit}
input{width:100%;padding:0 12px}
button{padding:0 16px;cursor:pointer}
button:hover{background:var(--ground)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.repositories button{display:grid;gap:2px;width:100%;padding:10px 16px;text-align:start;font-weight:600}
.repositories small{font-weight:400}
@media (max-width:480px){.brand{padding-top:24px}main{margin:24px 0 0;padding:24px 16px;border-width:1px 0;border-radius:0}}
`;

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Returns the policy. `formAction`: where forms may lead, including by redirects. */
const policy = (formAction: string): string =>
  `default-src 'none'; style-src ${styleHash}; frame-ancestors 'none'; base-uri 'none'; form-action ${formAction}`;

/** Headers of every answer here: not cached, not framed, no referrer. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': policy("'none'"),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
} as const;

export interface Page {
  status: number;
  title: string;
  /** Sentences. Text by others is always escaped in them. */
  lines: string[];
}

export const toHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function answerPage(response: ServerResponse, { status, title, lines }: Page, cookie?: string): void {
  const body = lines.map((line) => `<p>${toHtml(line)}</p>`).join('');
  const more = cookie === undefined ? {} : { 'set-cookie': cookie };
  send(response, status, title, `<h1>${toHtml(title)}</h1>${body}`, more);
}

function send(response: ServerResponse, status: number, title: string, body: string, more: object): void {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${toHtml(title)} · Sightline</title><style>${style}</style></head><body><p class="brand">Sightline</p><main>${body}</main></body></html>`;
  const length = { 'content-length': Buffer.byteLength(html) };
  response.writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8', ...length, ...more });
  response.end(html);
}

/** Sends a page with forms. `body` is markup; `formAction`: where the forms may lead. */
export function answerHtml(
  response: ServerResponse,
  { title, body }: { title: string; body: string },
  formAction: readonly string[],
): void {
  send(response, 200, title, body, {
    'content-security-policy': policy(formAction.join(' ')),
    // `no-referrer` would also hide the origin of a form, by which its press is recognised.
    'referrer-policy': 'same-origin',
  });
}

export function redirect(response: ServerResponse, location: string, ...cookies: string[]): void {
  response.writeHead(303, { ...headers, location, 'set-cookie': cookies, 'content-length': 0 });
  response.end();
}

/** Answers HEAD, which link previewers send, without side effects. */
export function answerHead(response: ServerResponse): void {
  response.writeHead(200, headers).end();
}

const again = 'Go back to the pull request and open the review from its comment again.';
const anew = 'Go back to your client and connect again from there.';

export const pages = {
  notThere: { status: 404, title: 'There is no such address', lines: [again] },
  notSetUp: {
    status: 503,
    title: 'Signing in is not set up',
    lines: ['The operator of this service has to set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET.'],
  },
  broken: {
    status: 400,
    title: 'This sign-in cannot go on',
    lines: ['It was begun in another browser, was used before, or took longer than ten minutes.', again],
  },
  declined: { status: 403, title: 'You did not sign in', lines: [again] },
  busy: { status: 503, title: 'GitHub or the service does not answer', lines: ['Try again in a moment.', again] },
  notAsked: {
    status: 404,
    title: 'There is no such address',
    lines: ['The link is not whole. Nothing was connected.', anew],
  },
  over: {
    status: 400,
    title: 'This sign-in has ended',
    lines: ['It lasts ten minutes and serves once. Nothing was connected.', anew],
  },
  forged: {
    status: 403,
    title: 'This was not pressed on our page',
    lines: ['Another page sent this for you. Nothing was connected.', anew],
  },
  notWritable: (login: string): Page => ({
    status: 403,
    title: 'You cannot write to this repository',
    lines: [`GitHub says so of @${login} now, or this App is not installed there. Nothing was connected.`, anew],
  }),
  noAccess: (login: string): Page => ({
    status: 403,
    title: 'Nothing to see for this account',
    lines: [
      `You are signed in as @${login}. Either there is no review at this address, or this account does not have the access to the repository that it needs.`,
      'With another account, sign in to that one at GitHub first.',
    ],
  }),
} satisfies Record<string, Page | ((login: string) => Page)>;
