import type { Browser, Page } from 'playwright-core';
import type { Client } from '../../../server/contract/client.ts';
import type { JobData, Ports } from '../../../server/domain/ports.ts';
import { checkShot } from '../../../server/domain/second-opinion/check-shot.ts';
import { sql } from '../../api/support/sql.ts';
import { portsOf } from '../../support/another-process.ts';
import { startService, type TestService } from '../../support/service.ts';
import { launchBrowser } from './browser.ts';

export interface Opinions {
  service: TestService;
  browser: Browser;
  /** The ports of a worker. */
  ports: Ports;
  /** Checks the first `count` waiting screenshots, with other ports when something must fail. */
  look(of: { id: string }, count?: number, ports?: Ports): Promise<void>;
}

/** Starts a browser and a web process without a worker: a second opinion continues when the test says so. */
export async function startOpinions(): Promise<Opinions> {
  const [service, browser] = await Promise.all([startService({ ROLE: 'web' }), launchBrowser()]);
  const other = await portsOf(service);
  return {
    service,
    browser,
    ports: other.ports,
    async look(of, count = 99, ports = other.ports) {
      const jobs = await sql<{ id: string; data: JobData['second_opinion'] }>(
        service,
        `SELECT j.id, j.data FROM sightline_queue.job j JOIN shot s ON s.id = j.data->>'shotId'
         WHERE j.name = 'second_opinion' AND j.state = 'created' AND j.data->>'reviewId' = $1 ORDER BY s.position LIMIT $2`,
        [of.id, count],
      );
      for (const { id, data } of jobs) {
        await sql(service, "UPDATE sightline_queue.job SET state = 'completed' WHERE id = $1", [id]);
        await checkShot(ports, data, true);
      }
    },
  };
}

/** Returns the switch of a rule in the workspace. */
export const rule = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });

/** The place of this rule depends on the purposes of the rules. */
export async function openGroups(page: Page): Promise<void> {
  await page.locator('.rule-group').first().waitFor();
  for (const group of await page.locator('.rule-group summary').all()) await group.click();
}

/** Returns the rules that are off. */
export const offIn = async (client: Client): Promise<string[]> =>
  (await client.call('get_checklist', {})).rules.filter(({ on }) => !on).map(({ id }) => id);
