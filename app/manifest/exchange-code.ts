import { randomBytes } from 'node:crypto';
import { z } from 'zod';

const Converted = z
  .object({
    id: z.int().positive(),
    slug: z.string().regex(/^[\w.-]{1,100}$/),
    html_url: z.url({ protocol: /^https?$/ }),
    pem: z.string().includes('PRIVATE KEY'),
    webhook_secret: z.string().min(1).nullish(),
    client_id: z.string().min(1),
    client_secret: z.string().min(1),
  })
  .transform((made) => ({
    id: made.id,
    slug: made.slug,
    /** The App's page on GitHub. */
    pageUrl: made.html_url,
    privateKey: made.pem,
    // An App without a webhook has no secret; a random one makes sure that nobody can sign an event.
    webhookSecret: made.webhook_secret ?? randomBytes(32).toString('base64url'),
    clientId: made.client_id,
    clientSecret: made.client_secret,
  }));

/** The credentials of an App that GitHub has created. All but the first three are secrets. */
export type Credentials = z.infer<typeof Converted>;

/**
 * GitHub returned no credentials. `down`: the same code may be tried again; `spent`: the code is unknown, used up or
 * too old.
 */
export class NotConverted extends Error {
  readonly why: 'down' | 'spent' | 'unreadable';

  constructor(why: NotConverted['why']) {
    super(`GitHub gave no credentials: ${why}.`);
    this.name = 'NotConverted';
    this.why = why;
  }
}

/** Exchanges the code with which GitHub sent the person back. An error contains nothing of GitHub's answer. */
export async function convert(apiUrl: string, code: string): Promise<Credentials> {
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`${apiUrl}/app-manifests/${encodeURIComponent(code)}/conversions`, {
      method: 'POST',
      headers: {
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
        'user-agent': 'sightline',
      },
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    });
    answer = await response.json().catch(() => null);
  } catch {
    throw new NotConverted('down');
  }
  const { status } = response;
  if (status >= 500 || status === 429 || status === 403 || status === 408) throw new NotConverted('down');
  if (status !== 201) throw new NotConverted('spent');
  const read = Converted.safeParse(answer);
  if (!read.success) throw new NotConverted('unreadable');
  return read.data;
}
