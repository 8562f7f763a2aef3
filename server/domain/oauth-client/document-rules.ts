import { z } from 'zod';
import { oauthRefusal } from '../oauth-refusal.ts';
import { readRedirectUris } from './redirect-uri.ts';
import { cleanName, UNNAMED } from './register-client.ts';

export const FRESH_SECONDS = { least: 300, most: 86_400, usual: 3600 };

/**
 * Returns whether text can be the address of a document. Only one spelling is allowed, so that two texts never mean the
 * same client.
 */
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
 * A client's metadata document. It is published once for all services: the method it names is the one the client
 * prefers, and it may list others that it supports (OpenID Connect RP Metadata Choices). ChatGPT signs where signatures
 * are checked.
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

/** Returns how many seconds an answer may be used: what it declares, within our bounds. */
export function freshSeconds(cacheControl: string | undefined): number {
  const said = cacheControl?.toLowerCase() ?? '';
  if (/\bno-(store|cache)\b/.test(said)) return FRESH_SECONDS.least;
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})"?/.exec(said)?.[1];
  if (age === undefined) return FRESH_SECONDS.usual;
  return Math.min(Math.max(Number(age), FRESH_SECONDS.least), FRESH_SECONDS.most);
}

/** Parses a document. @throws DomainError of OAuth's `invalid_client` or `invalid_redirect_uri` */
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
