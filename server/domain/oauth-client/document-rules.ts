import { z } from 'zod';
import { oauthRefusal } from '../oauth-refusal.ts';
import { cleanName, UNNAMED } from './clean-name.ts';
import { readRedirectUris } from './redirect-uri.ts';

export const FRESH_SECONDS = { least: 300, most: 86_400, usual: 3600 };

/** What may be the address of a document: one spelling only, so that two texts never mean the same client. */
export const isDocumentAddress = (text: string): boolean => {
  if (text.length > 2000 || !URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    url.protocol === 'https:' &&
    url.href === text &&
    url.pathname !== '/' &&
    url.username === '' &&
    url.password === '' &&
    !text.includes('#')
  );
};

/**
 * A document is published once for all services: the method it names is what the client would like best, and beside it
 * may stand all that it can do (OpenID Connect RP Metadata Choices). ChatGPT signs where that is checked.
 */
const Document = z
  .object({
    client_id: z.string(),
    client_name: z.string().optional(),
    redirect_uris: z.unknown(),
    token_endpoint_auth_method: z.string().default('none'),
    token_endpoint_auth_methods_supported: z.array(z.unknown()).catch([]),
    client_secret: z.undefined().optional(),
  })
  .refine(
    ({ token_endpoint_auth_method: liked, token_endpoint_auth_methods_supported: all }) =>
      liked === 'none' || all.includes('none'),
  );

/** How long an answer may be used, by its own words within our bounds. */
export function freshSeconds(cacheControl: string | undefined): number {
  const said = cacheControl?.toLowerCase() ?? '';
  if (/\bno-(store|cache)\b/.test(said)) return FRESH_SECONDS.least;
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})"?/.exec(said)?.[1];
  if (age === undefined) return FRESH_SECONDS.usual;
  return Math.min(Math.max(Number(age), FRESH_SECONDS.least), FRESH_SECONDS.most);
}

/** @throws DomainError of OAuth's `invalid_client` or `invalid_redirect_uri` */
export function parseDocument(url: string, body: Buffer): { name: string; redirectUris: string[] } {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw oauthRefusal('invalid_client', 'The client’s metadata is not JSON.');
  }
  const document = Document.safeParse(json);
  if (!document.success) {
    throw oauthRefusal(
      'invalid_client',
      'The client’s metadata needs `client_id` and `redirect_uris`, no secret, and "none" as its `token_endpoint_auth_method` or among its `token_endpoint_auth_methods_supported`.',
    );
  }
  if (document.data.client_id !== url) {
    throw oauthRefusal('invalid_client', 'The client’s metadata is that of another `client_id`.');
  }
  const name = cleanName(document.data.client_name);
  return {
    name: name === UNNAMED ? new URL(url).host : name,
    redirectUris: readRedirectUris(document.data.redirect_uris),
  };
}
