import type { Database } from '../server/db/client.ts';
import type { IdentityAssertions, JobTokens, Locks, Log, Secrets, Tx } from '../server/domain/ports.ts';
import type { AppConfig } from './config.ts';
import type { GitHub } from './github.ts';
import type { Reviews } from './reviews.ts';
import type { AppJobs, AppQueue } from './send-jobs.ts';
import type { SettingsCache } from './settings/cache.ts';

/** What the App uses of the service whose process it runs in. */
export interface AppPorts {
  db: Database;
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  secrets: Secrets;
  locks: Locks;
  queue: AppQueue;
  identityAssertions: Pick<IdentityAssertions, 'signReview' | 'signJoin'>;
  /** Verifies id-tokens issued for the App's own audience. */
  jobTokens: JobTokens;
  /**
   * Gives every pass of a review's chain new links, and its images new addresses. Takes the secret of one link,
   * returns the new ones by review; none when the service has no such review.
   */
  replaceLinks(tx: Tx, secret: string): Promise<Map<string, string>>;
  log: Log;
  clock(): Date;
}

/** How far the search for lost events has come, and the ETag of each list at GitHub. Losing it only costs API calls. */
export interface LostEventScan {
  after: number;
  etags: Map<number, string>;
}

/** What every part of the App receives. */
export interface AppContext extends AppPorts {
  config: AppConfig;
  github: GitHub;
  reviews: Reviews;
  jobs: AppJobs;
  settings: SettingsCache;
  lostEventScan: LostEventScan;
}
