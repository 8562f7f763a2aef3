import { expect, test } from 'vitest';
import { startBearerProxy } from '../../../api/clients/support/bearer-proxy.ts';
import { runConformance } from '../../../api/clients/support/conformance.ts';
import { review } from '../../../support/factories.ts';
import { startService } from '../../../support/service.ts';

/** The official suite against the service’s own tools, prompts and resources, without scenarios that need fixtures. */
const service = await startService();

const alike = ['dns-rebinding-protection', 'prompts-list', 'resources-list', 'tools-list'];
const revisions = [
  { revision: '2025-11-25', met: [...alike, 'ping', 'server-initialize'] },
  {
    revision: '2026-07-28',
    met: [
      ...alike,
      'caching',
      'http-header-validation',
      'input-required-result-unsupported-methods',
      'sep-2164-resource-not-found',
      'server-sse-multiple-streams',
    ],
  },
];

test.concurrent.each(revisions)('$revision passes, and every message matches its schema', async ({ revision, met }) => {
  const client = await service.newClient();
  await review(client);
  // The previous token stays valid for a while. Two tokens double the calls that a run may send in a minute.
  const { token } = await client.call('rotate_token', {});
  const proxy = await startBearerProxy(`${service.url}/mcp/sightline`, [client.token, token]);
  const { scenarios } = await runConformance([
    ...['server', '--url', proxy.url, '--requirements', revision, '--timeout', '120000'],
  ]);
  await proxy.close();
  for (const name of met) {
    const checks = scenarios.get(name) ?? [];
    expect(checks.filter(({ status }) => status === 'SUCCESS').length, name).toBeGreaterThan(0);
    expect(
      checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING'),
      name,
    ).toEqual([]);
  }
  const schemas = [...scenarios.values()].flat().filter(({ id }) => id === 'wire-schema-valid');
  expect(schemas.filter(({ status }) => status !== 'SUCCESS')).toEqual([]);
  expect(schemas.length).toBeGreaterThan(25);
  console.log(
    `conformance ${revision}, the service itself: ${met.length} scenarios that need no fixtures, messages of ${schemas.length} fit the schema`,
  );
});
