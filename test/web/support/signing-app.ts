import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { vouchKeysPath, vouchType } from '../../../server/contract/identity.ts';
import type { Review } from '../../../server/contract/review.ts';
import { startHttpServer } from '../../support/servers.ts';

/** The GitHub App as the service sees it: publishes its key and vouches for people. */
export async function startSigningApp() {
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'app', alg: 'EdDSA', use: 'sig' };
  const { origin: url, close } = await startHttpServer((request, response) => {
    if (request.url !== vouchKeysPath) return response.writeHead(404).end();
    return response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  });
  const vouchFor = ({ id, review_url }: Review, login: string): Promise<string> =>
    new SignJWT({ login, review_id: id })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'app', typ: vouchType })
      .setIssuer(url)
      .setAudience(new URL(review_url).origin)
      .setSubject('4711')
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(keys.privateKey);
  return { url, close, vouchFor };
}
