import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readAppConfig } from '../../../app/config.ts';
import { createGitHub, Paused } from '../../../app/github.ts';
import { startHttpServer } from '../../support/servers.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

test('while GitHub asks an installation to wait, the App sends no request for it, and continues for the others', async () => {
  const answers: Record<string, [status: number, body: object]> = {
    '/app/installations/1/access_tokens': [
      201,
      { token: 'ghs_x', expires_at: '2100-01-01T00:00:00Z', permissions: {} },
    ],
    '/app/installations/2/access_tokens': [
      201,
      { token: 'ghs_y', expires_at: '2100-01-01T00:00:00Z', permissions: {} },
    ],
  };
  const refused = [403, { message: 'You have exceeded a secondary rate limit.' }] as const;
  const server = await startHttpServer(({ url = '' }, response) => {
    const [status, body] = answers[url] ?? refused;
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '3600' }).end(JSON.stringify(body));
  });
  const environment = { GITHUB_APP_ID: '1', GITHUB_PRIVATE_KEY: privateKey, GITHUB_WEBHOOK_SECRET: 'x' };
  const github = createGitHub(readAppConfig({ ...environment, GITHUB_API_URL: server.origin }, 'https://app.test'));
  const octokit = await github.forInstallation(1);
  await expect(octokit.request('GET /repos/acme/site')).rejects.toMatchObject({ status: 403 });
  await expect(github.forInstallation(1)).rejects.toThrow(Paused);
  await github.forInstallation(2);
});
