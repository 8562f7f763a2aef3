import { generateKeyPairSync } from 'node:crypto';
import { createIdentityAssertions } from '../../server/adapters/identity-assertion/index.ts';
import type { IdentityAssertions } from '../../server/domain/ports.ts';

/** SECRET_KEY of the test service. */
export const SECRET_KEY = 'a key for tests only of no worth';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

/** The settings of a GitHub App whose GitHub does not answer. */
export const appEnvironment: Record<string, string> = {
  GITHUB_APP_ID: '1',
  GITHUB_PRIVATE_KEY: privateKey,
  GITHUB_WEBHOOK_SECRET: 'of no worth',
  GITHUB_API_URL: 'http://127.0.0.1:9',
};

/** Signs like the App of a service, unless given another key, issuer or audience. */
export const assertionsOf = (
  serviceUrl: string,
  other: { secretKey?: string; issuer?: string; audience?: string } = {},
): IdentityAssertions =>
  createIdentityAssertions({
    issuer: serviceUrl,
    audience: serviceUrl,
    secretKey: SECRET_KEY,
    clock: () => new Date(),
    ...other,
  });
