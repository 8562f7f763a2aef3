import { randomUUID } from 'node:crypto';
import { exportSPKI, generateKeyPair, importJWK, type JSONWebKeySet, SignJWT } from 'jose';
import { createOidcIssuer, type OidcIssuer } from '../../../support/local-github/oidc.ts';
import { type Running, startHttpServer } from '../../../support/servers.ts';

export interface JobIssuer {
  url: string;
  /** Sets what `/.well-known/jwks` answers from now on. */
  answerWith(answer: 'keys' | 'error' | 'nonsense' | 'no keys'): void;
  /** How often its keys were read. */
  reads(): number;
  /** Replaces its signing key, and publishes only the new one. */
  rotate(): Promise<void>;
  /** The public key as PEM, which a careless verifier would use as an HMAC secret. */
  publicPem(): Promise<string>;
  kid(): string;
  sign(audience: string, claims: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** The claims of a repository's job. */
export function claimsOf(repository: string, id: number | string, ownerId: number | string = 9) {
  const [owner = ''] = repository.split('/');
  return {
    sub: `repo:${repository}:ref:refs/heads/main`,
    repository,
    repository_id: String(id),
    repository_owner: owner,
    repository_owner_id: String(ownerId),
  };
}

/** Starts an issuer of jobs' id-tokens on this machine. `clock` is its time, which the service it signs for must share. */
export async function startJobIssuer(clock: () => Date = () => new Date()): Promise<JobIssuer> {
  let issuer: OidcIssuer = await createOidcIssuer(clock);
  let mode = 'keys';
  let reads = 0;
  const running: Running = await startHttpServer((request, response) => {
    if (request.url !== '/.well-known/jwks') return void response.writeHead(404).end();
    reads += 1;
    if (mode === 'error') return void response.writeHead(500).end();
    const body = mode === 'nonsense' ? '<html>' : JSON.stringify(mode === 'no keys' ? { keys: 'none' } : issuer.jwks);
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  return {
    url: running.origin,
    answerWith(answer) {
      mode = answer;
    },
    reads: () => reads,
    async rotate() {
      issuer = await createOidcIssuer(clock);
    },
    publicPem: () => publicPemOf(issuer.jwks),
    kid: () => String(issuer.jwks.keys[0]?.kid),
    sign: (audience, claims) => issuer.sign(running.origin, audience, claims),
    close: running.close,
  };
}

/** Returns the first published key as PEM, which a careless verifier would use as an HMAC secret. */
export async function publicPemOf(jwks: JSONWebKeySet): Promise<string> {
  const key = await importJWK(jwks.keys[0] ?? {}, 'RS256', { extractable: true });
  if (key instanceof Uint8Array) throw new Error('Not a public key.');
  return exportSPKI(key);
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The claims of a job's token, for signing in ways that no issuer uses. */
function payloadOf(issuer: Pick<JobIssuer, 'url'>, audience: string, claims: object): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return { iss: issuer.url, aud: audience, jti: randomUUID(), iat: now, nbf: now - 60, exp: now + 300, ...claims };
}

/** Returns tokens with correct claims that the issuer did not sign. */
export async function forgeries(
  issuer: Pick<JobIssuer, 'url' | 'kid' | 'publicPem' | 'sign'>,
  audience: string,
  claims: object,
): Promise<Record<string, string>> {
  const payload = payloadOf(issuer, audience, claims);
  const own = await generateKeyPair('RS256', { extractable: true });
  const elliptic = await generateKeyPair('ES256');
  const kid = issuer.kid();
  const good = await issuer.sign(audience, { ...claims });
  const [header = '', body = '', signature = ''] = good.split('.');
  const signed = (head: { alg: string; kid?: string; [name: string]: unknown }, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(payload).setProtectedHeader(head).sign(key);
  const pem = new TextEncoder().encode(await issuer.publicPem());
  return {
    'alg none': `${encode({ alg: 'none', kid })}.${encode(payload)}.`,
    'alg None': `${encode({ alg: 'None', kid })}.${encode(payload)}.`,
    'alg none with a signature': `${encode({ alg: 'none', kid })}.${encode(payload)}.${signature}`,
    'HS256 with the public key': await signed({ alg: 'HS256', kid }, pem),
    'HS256 with an empty-looking key': await signed({ alg: 'HS256', kid }, new Uint8Array(32)),
    'RS256 by somebody else’s key under its kid': await signed({ alg: 'RS256', kid }, own.privateKey),
    'RS256 by somebody else’s key, unknown kid': await signed({ alg: 'RS256', kid: randomUUID() }, own.privateKey),
    'RS256 by somebody else’s key, no kid': await signed({ alg: 'RS256' }, own.privateKey),
    'RS384 by somebody else’s key': await signed({ alg: 'RS384', kid }, (await generateKeyPair('RS384')).privateKey),
    ES256: await signed({ alg: 'ES256', kid }, elliptic.privateKey),
    'its own key in the header (jwk)': await signed(
      { alg: 'RS256', kid, jwk: await crypto.subtle.exportKey('jwk', own.publicKey) },
      own.privateKey,
    ),
    'its own key by address (jku)': await signed(
      { alg: 'RS256', kid: randomUUID(), jku: 'https://127.0.0.1/jwks' },
      own.privateKey,
    ),
    'kid that climbs': await signed({ alg: 'RS256', kid: '../../../../dev/null' }, own.privateKey),
    'an unknown critical header': `${encode({ alg: 'RS256', kid, crit: ['x'], x: 1 })}.${body}.${signature}`,
    'another body under a good signature': `${header}.${encode({ ...payload, repository_id: '1' })}.${signature}`,
    'no signature': `${header}.${body}.`,
    'half a signature': `${header}.${body}.${signature.slice(0, 100)}`,
    'two dots too many': `${good}..`,
    'encrypted form': `${header}.${body}.${signature}.x.y`,
    'not a token': 'hello',
    'only dots': '..',
    'a token of 20,000 characters': `${good}${'A'.repeat(20_000)}`,
    'a null': `${good}\u0000`,
    'a body that is no JSON': `${header}.${Buffer.from('{').toString('base64url')}.${signature}`,
    'a header that is a list': `${encode([])}.${body}.${signature}`,
  };
}
