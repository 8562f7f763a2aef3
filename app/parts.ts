import type { AppConfig } from './config.ts';
import type { GitHub } from './github.ts';
import type { Log } from './log.ts';
import type { Noticing } from './pull/notice-lost-events.ts';
import type { Queue } from './queue.ts';
import type { Service } from './service.ts';
import type { SettingsCache } from './settings/read-settings.ts';
import type { Database } from './store/database.ts';
import type { SecretBox } from './store/secret-box.ts';

/** What every part of the App is given; made once, in `index.ts`. */
export interface Parts {
  config: AppConfig;
  log: Log;
  database: Database;
  secrets: SecretBox;
  github: GitHub;
  service: Service;
  queue: Queue;
  settings: SettingsCache;
  noticing: Noticing;
  now(): Date;
}
