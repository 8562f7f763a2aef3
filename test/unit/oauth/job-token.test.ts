import { createLocalJWKSet } from 'jose';
import { expect, test } from 'vitest';
import { createJobTokens } from '../../../server/adapters/job-token/index.ts';
import { readConfig } from '../../../server/config.ts';
import { claimsOf, forgeries, publicPemOf } from '../../api/oauth/support/jobs.ts';
import { createOidcIssuer } from '../../support/local-github/oidc.ts';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'https://sightline.example';
const claims = claimsOf('acme/shop', 100, 31);
const issuer = await createOidcIssuer();
const tokens = createJobTokens(ISSUER, AUDIENCE, () => new Date(), createLocalJWKSet(issuer.jwks));
const sign = (more: object = {}, audience = AUDIENCE, of = issuer, as = ISSUER) =>
  of.sign(as, audience, { ...claims, ...more });

test('an id-token states the repository and owner of a job', async () => {
  const exp = Math.floor(Date.now() / 1000) + 300;
  const job = await tokens.verify(await sign({ jti: 'one', exp }));
  expect(job).toEqual({
    ...{
      issuer: ISSUER,
      jti: 'one',
      repositoryId: '100',
      repository: 'acme/shop',
      owner: 'acme',
      ownerId: '31',
      run: null,
    },
    // As late as the issuer’s clock may be behind the service’s.
    expiresAt: new Date((exp + 10) * 1000),
  });
});

test('only a current token of a job, issued for this service, signs in', async () => {
  const now = Math.floor(Date.now() / 1000);
  const foreign = await createOidcIssuer();
  const kit = {
    url: ISSUER,
    kid: () => String(issuer.jwks.keys[0]?.kid),
    publicPem: () => publicPemOf(issuer.jwks),
    sign: (audience: string, more: object) => sign(more, audience),
  };
  const attacks: Record<string, string> = {
    ...(await forgeries(kit, AUDIENCE, claims)),
    'another audience': await sign({}, 'https://github.com/mallory'),
    'our audience with a slash': await sign({}, `${AUDIENCE}/`),
    'our audience in upper case': await sign({}, AUDIENCE.toUpperCase()),
    'the MCP address as audience': await sign({}, `${AUDIENCE}/mcp/sightline`),
    'an audience that begins with ours': await sign({}, `${AUDIENCE}.mallory.example`),
    'no audience': await sign({ aud: undefined }),
    'a list of audiences': await sign({ aud: [AUDIENCE, 'https://mallory.example'] }),
    'a list of our audience alone': await sign({ aud: [AUDIENCE] }),
    'an empty list of audiences': await sign({ aud: [] }),
    expired: await sign({ exp: now - 60, iat: now - 360 }),
    'not yet valid': await sign({ nbf: now + 600, exp: now + 1200 }),
    'issued in the future': await sign({ iat: now + 600, exp: now + 1200 }),
    'issued long ago, alive for years': await sign({ iat: now - 86_400, exp: now + 10 ** 9 }),
    'no end': await sign({ exp: undefined }),
    'an end that is text': await sign({ exp: String(now + 300) }),
    'no beginning': await sign({ iat: undefined }),
    'no jti': await sign({ jti: undefined }),
    'an empty jti': await sign({ jti: '' }),
    'a jti that is a number': await sign({ jti: 7 }),
    'a jti of 300 characters': await sign({ jti: 'x'.repeat(300) }),
    'another issuer in it': await sign({ iss: 'https://token.actions.githubusercontent.com' }),
    'its issuer with a slash': await sign({ iss: `${ISSUER}/` }),
    'no issuer': await sign({ iss: undefined }),
    'a foreign issuer’s own': await sign({}, AUDIENCE, foreign, 'https://foreign.example'),
    'a foreign issuer that says it is ours': await sign({}, AUDIENCE, foreign),
    'no repository id': await sign({ repository_id: undefined }),
    'a repository id that is a name': await sign({ repository_id: 'acme/shop' }),
    'a repository id with SQL': await sign({ repository_id: "1' OR '1'='1" }),
    'a repository id that is a number': await sign({ repository_id: 100 }),
    'a repository id that is a list': await sign({ repository_id: ['100'] }),
    'a repository with markup': await sign({ repository: 'a/<script>' }),
    'no owner id': await sign({ repository_owner_id: undefined }),
    'no owner': await sign({ repository_owner: undefined }),
    'a claim too few to be a job': await sign({ repository: undefined, repository_id: undefined }),
  };
  expect(Object.keys(attacks).length).toBeGreaterThan(55);
  for (const [attack, token] of Object.entries(attacks)) {
    const error = await tokens.verify(token).catch((failure: unknown) => failure);
    expect(tokens.isRefused(error), attack).toBe(true);
  }
});

test('the issuer is reached over https, or on this machine', () => {
  for (const address of [
    'http://issuer.example',
    'http://localhost.issuer.example',
    'http://localhost@issuer.example',
  ]) {
    expect(() => readConfig({ GITHUB_OIDC_ISSUER: address }), address).toThrow(/GITHUB_OIDC_ISSUER must start with/);
  }
  for (const address of ['https://ghe.example/_services/token', 'http://localhost:1', 'http://[::1]:1']) {
    expect(readConfig({ GITHUB_OIDC_ISSUER: address }).githubOidcIssuer).toBe(address);
  }
});
