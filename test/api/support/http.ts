export interface JsonAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Sends a request unchanged, and parses the JSON answer. */
export async function send(url: string, init: RequestInit = {}): Promise<JsonAnswer> {
  const answer = await fetch(url, init);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

/** Posts any text as JSON. */
export const post = (
  url: string,
  token: string,
  body: string,
  more: Record<string, string> = {},
): Promise<JsonAnswer> =>
  send(url, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
  });
