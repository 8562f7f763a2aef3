/** The first review as a command: it captures a public page and answers with the link to send. */
export function firstReview(origin: string, token: string): string {
  const body = JSON.stringify({ title: 'My first review', capture_url: true, page_url: 'https://example.com' });
  return [
    `curl -X POST ${origin}/api/reviews \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'Content-Type: application/json' -H 'Accept: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');
}

/** When a token ends, in the reader's own words for dates. */
export const dateOf = (timestamp: string): string =>
  new Date(timestamp).toLocaleDateString(undefined, { dateStyle: 'long' });
