import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createClient } from '../../../../server/contract/client.ts';
import { blocksOf, pageOf, sectionOf } from '../../../repository/readme/support/readme.ts';
import { createOidcIssuer } from '../../../support/local-github/oidc.ts';
import { startHttpServer } from '../../../support/servers.ts';
import { startService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const run = promisify(execFile);
const issuer = await createOidcIssuer();
// What a runner offers to its job: the address that returns an id-token, and the public keys that sign it.
const runner = await startHttpServer(async (request, response) => {
  const url = new URL(request.url ?? '', runner.origin);
  if (url.pathname === '/.well-known/jwks') return response.end(JSON.stringify(issuer.jwks));
  const claims = await issuer.readRequestToken(request.headers.authorization?.replace(/^bearer /i, '') ?? '');
  expect(url.searchParams.get('api-version')).toBe('2.0');
  const value = await issuer.sign(runner.origin, url.searchParams.get('audience') ?? '', claims);
  response.end(JSON.stringify({ count: 1, value }));
});
const service = await startService({ GITHUB_OIDC_ISSUER: runner.origin, GITHUB_OWNERS: 'acme' });
const folder = await temporaryFolder('readme-job-');

/** The script of the step on the page. */
function scriptOfStep(): string {
  const [step = ''] = blocksOf(sectionOf('## Jobs of GitHub Actions', pageOf('mcp')), 'yaml');
  const [, script = ''] = step.split('  run: |\n');
  expect(step).toContain(`SIGHTLINE_URL: \${{ vars.SIGHTLINE_URL }}`);
  return script.replaceAll(/^ {4}/gm, '');
}

/** Runs the script as a runner does, in a job of a repository. @returns what it leaves to later steps */
async function inJob(repository: string, id: string): Promise<{ env: Record<string, string>; out: string }> {
  const [owner = ''] = repository.split('/');
  const claims = { repository, repository_id: id, repository_owner: owner, repository_owner_id: '9' };
  const file = join(folder, `env-${id}`);
  await writeFile(file, '');
  const { stdout } = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', scriptOfStep()], {
    env: {
      PATH: process.env.PATH,
      SIGHTLINE_URL: service.url,
      GITHUB_ENV: file,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${runner.origin}/idtoken/job?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: await issuer.issueRequestToken(claims),
    },
  });
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return { env: Object.fromEntries(lines.map((line) => line.split('='))), out: stdout };
}

test('a job’s step signs in without a secret, and later jobs of the repository see the same reviews', async () => {
  const first = await inJob('acme/shop', '77');
  expect(first.env.SIGHTLINE_URL).toBe(service.url);
  const token = first.env.SIGHTLINE_TOKEN ?? '';
  expect(token).toMatch(/^sla_\w+$/);
  expect(first.out).toBe(`::add-mask::${token}\n`);
  const client = createClient({ baseUrl: service.url, bearer: token });
  const images = [
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ];
  const { id } = await client.call('create_review', { title: 'From a job', images });
  const second = await inJob('acme/shop', '77');
  const later = createClient({ baseUrl: service.url, bearer: second.env.SIGHTLINE_TOKEN ?? '' });
  expect((await later.call('list_reviews', {})).reviews.map((each) => each.id)).toEqual([id]);
});

test('the step fails with the reason in a repository without permission', async () => {
  await expect(inJob('stranger/shop', '78')).rejects.toMatchObject({ code: expect.any(Number) });
});
