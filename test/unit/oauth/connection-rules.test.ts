import { describe, expect, test } from 'vitest';
import {
  isChallenge,
  isJobClient,
  isWelcome,
  jobClientId,
  readResource,
  verifyChallenge,
} from '../../../server/domain/connection/rules.ts';
import { oauthRefusal } from '../../../server/domain/oauth-refusal.ts';

test.each([
  [null, true],
  [[], false],
  [['acme'], true],
  [['other', 'acme'], true],
  [['42'], true],
  [['43'], false],
  [['other'], false],
])('with the owners %j, a repository of Acme (42) is welcome: %s', (owners, welcome) => {
  expect(isWelcome(owners, { owner: 'Acme', ownerId: '42' })).toBe(welcome);
});

test('an owner whose name is a number is not taken for the id', () => {
  expect(isWelcome(['42'], { owner: '42', ownerId: '7' })).toBe(false);
});

describe('the resource of a token', () => {
  const settings = { baseUrl: 'https://sightline.example' };
  const mcp = 'https://sightline.example/mcp/sightline';

  test.each([
    [null, null],
    [undefined, null],
    ['', null],
    [mcp, mcp],
    [`${mcp}/`, mcp],
    ['HTTPS://SIGHTLINE.example:443/mcp/sightline', mcp],
    ['https://sightline.example', mcp],
    ['https://sightline.example/', mcp],
  ])('%s is read as %s', (value, resource) => {
    expect(readResource(settings, value)).toBe(resource);
  });

  test.each([
    'https://sightline.example/mcp/other',
    'http://sightline.example/mcp/sightline',
    'https://other.example/mcp/sightline',
    'https://me@sightline.example/',
    `${mcp}?a=b`,
    `${mcp}#a`,
    'sightline',
  ])('%s is refused with the address to send', (value) => {
    const message = `This service signs in to ${mcp} only: send that as \`resource\`.`;
    expect(() => readResource(settings, value)).toThrow(oauthRefusal('invalid_target', message));
  });
});

test('a challenge is verified with the verifier that it was made of (RFC 7636, appendix B)', () => {
  const [verifier, challenge] = [
    'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ];
  expect(verifyChallenge(verifier, challenge)).toBe(true);
  expect(verifyChallenge(verifier.replace('d', 'e'), challenge)).toBe(false);
  expect(verifyChallenge(verifier, challenge.slice(1))).toBe(false);
  // The challenge of a verifier that is too short to be one.
  expect(verifyChallenge('abc', 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')).toBe(false);
  expect([challenge, challenge.slice(1), `${challenge}=`].map(isChallenge)).toEqual([true, false, false]);
});

test('the jobs of a repository are one client', () => {
  expect(jobClientId('1284')).toBe('github-actions:1284');
  expect([isJobClient('github-actions:1284'), isJobClient('https://client.example')]).toEqual([true, false]);
});
