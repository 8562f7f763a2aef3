import type { ServerResponse } from 'node:http';

/** Of every answer here: nobody keeps, frames or is told of it. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
} as const;

export interface Page {
  status: number;
  title: string;
  /** Sentences; what others wrote never stands in them unescaped. */
  lines: string[];
}

const toHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function answerPage(response: ServerResponse, { status, title, lines }: Page, cookie?: string): void {
  const body = lines.map((line) => `<p>${toHtml(line)}</p>`).join('');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${toHtml(title)} · Sightline</title></head><body><h1>${toHtml(title)}</h1>${body}</body></html>`;
  response.writeHead(status, {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    ...(cookie === undefined ? {} : { 'set-cookie': cookie }),
  });
  response.end(html);
}

export function redirect(response: ServerResponse, location: string, cookie: string): void {
  response.writeHead(303, { ...headers, location, 'set-cookie': cookie, 'content-length': 0 });
  response.end();
}

const again = 'Go back to the pull request and open the review from its comment again.';

export const pages = {
  notThere: { status: 404, title: 'There is no such address', lines: [again] },
  notSetUp: {
    status: 503,
    title: 'Signing in is not set up',
    lines: ['Whoever runs this service has to set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET.'],
  },
  broken: {
    status: 400,
    title: 'This sign-in cannot go on',
    lines: ['It was begun in another browser, was used before, or took longer than ten minutes.', again],
  },
  declined: { status: 403, title: 'You did not sign in', lines: [again] },
  busy: { status: 503, title: 'GitHub or the service does not answer', lines: ['Try again in a moment.', again] },
  noAccess: (login: string): Page => ({
    status: 403,
    title: 'Nothing to see for this account',
    lines: [
      `You are signed in as @${login}. Either there is no review at this address, or this account does not have the access to the repository that it needs.`,
      'With another account, sign in to that one at GitHub first.',
    ],
  }),
} satisfies Record<string, Page | ((login: string) => Page)>;
