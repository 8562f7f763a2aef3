import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { webUrlOf } from '../config.ts';
import type { Queries } from '../store/database.ts';
import { forgetCredentials, inTransaction, keepCredentials, openSetup, type SetupRow } from '../store/github-app.ts';
import { migrate } from '../store/migrate.ts';
import { createSecretBox } from '../store/secret-box.ts';
import { useToken } from '../store/used-tokens.ts';
import { type Credentials, convert, NotConverted } from './convert.ts';
import { isReachable, makeManifest } from './make-manifest.ts';
import type { Manifest } from './read-manifest.ts';

export interface SetupOptions {
  databaseUrl: string;
  /** The first encrypts, all of them decrypt. */
  secretKeys: readonly string[];
  /** The service's address, which is the App's too. Without a trailing slash. */
  address: string;
  apiUrl: string;
  /** The GitHub's website; null: where it usually is. */
  webUrl: string | null;
  now(): Date;
}

/** What may be told of the App. */
export interface CreatedApp {
  slug: string;
  pageUrl: string;
  installUrl: string;
}

export interface ManifestForm {
  /** Where on GitHub it is posted to, with a state that is good for an hour and one App. */
  action: string;
  manifest: Manifest;
  /** Whether GitHub can send events to the service's address. */
  reachable: boolean;
}

export type Finished =
  | { outcome: 'created' | 'exists'; app: CreatedApp }
  /** GitHub made the App, but what it said could not be kept. */
  | { outcome: 'lost'; app: CreatedApp }
  | { outcome: 'wrong_state' | 'expired' | 'used' | NotConverted['why'] };

/** Creating the GitHub App from a page of the service; every process over the same database does it alike. */
export interface Setup {
  /** Opens the page; ends when there is an App. */
  secret(): Promise<string>;
  isSecret(given: string): Promise<boolean>;
  /** What the browser of somebody who knew the secret keeps; it shows what was created too. */
  pass(): Promise<string>;
  isPass(given: string): Promise<boolean>;
  /** @param owner the organization that shall own the App; null: whoever is signed in at GitHub */
  form(owner: string | null): Promise<ManifestForm>;
  /** @throws when the database does not answer before GitHub is asked */
  finish(code: string, state: string): Promise<Finished>;
  app(): Promise<CreatedApp | null>;
  /** As environment variables of the App; null: there is none. */
  environment(): Promise<Record<string, string> | null>;
  /** Forgets the App, which stays at GitHub. */
  forget(): Promise<CreatedApp | null>;
}

const box = 'github app';
const STATE_SECONDS = 3600;

const same = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Brings the App's schema up to date. */
export async function openGitHubSetup(options: SetupOptions): Promise<Setup> {
  const { databaseUrl, address, apiUrl, now } = options;
  const webUrl = options.webUrl ?? webUrlOf(apiUrl);
  await migrate(databaseUrl);
  const secrets = createSecretBox(options.secretKeys);
  const key = Buffer.from(hkdfSync('sha256', options.secretKeys[0] ?? '', '', 'sightline-app setup', 32));
  const mac = (nonce: string, use: string): string =>
    createHmac('sha256', key).update(`${nonce}\0${use}`).digest('base64url');

  const rowOf = (db: Queries): Promise<SetupRow> => openSetup(db, randomBytes(16).toString('base64url'));
  const readRow = (): Promise<SetupRow> => inTransaction(databaseUrl, false, rowOf);
  const open = (row: SetupRow): Credentials | null =>
    row.credentials === null ? null : (JSON.parse(secrets.open(row.credentials, box)) as Credentials);
  const tell = ({ slug, pageUrl }: Credentials): CreatedApp => ({
    slug,
    pageUrl,
    installUrl: `${pageUrl.replace(/\/+$/, '')}/installations/new`,
  });

  function newState(nonce: string): string {
    const text = `${Math.floor(now().getTime() / 1000) + STATE_SECONDS}.${randomBytes(12).toString('base64url')}`;
    return `${text}.${mac(nonce, `state ${text}`)}`;
  }

  function readState(nonce: string, state: string): { id: string; expiresAt: number } | 'wrong_state' | 'expired' {
    const [expiry = '', id = '', sign = '', ...more] = state.split('.');
    if (more.length > 0 || !same(sign, mac(nonce, `state ${expiry}.${id}`))) return 'wrong_state';
    const expiresAt = Number(expiry);
    return expiresAt * 1000 > now().getTime() ? { id, expiresAt } : 'expired';
  }

  return {
    secret: async () => mac((await readRow()).nonce, 'secret'),
    async isSecret(given) {
      const row = await readRow();
      return row.credentials === null && same(given, mac(row.nonce, 'secret'));
    },
    pass: async () => mac((await readRow()).nonce, 'pass'),
    isPass: async (given) => same(given, mac((await readRow()).nonce, 'pass')),
    async form(owner) {
      const { nonce } = await readRow();
      const unique = mac(nonce, 'name').replace(/[-_]/g, '').slice(0, 4).toLowerCase();
      const place = owner === null ? '' : `/organizations/${encodeURIComponent(owner)}`;
      return {
        action: `${webUrl}${place}/settings/apps/new?state=${newState(nonce)}`,
        manifest: makeManifest({ address, webUrl, owner, unique }),
        reachable: isReachable(address, webUrl),
      };
    },
    async finish(code, state) {
      let made: Credentials | null = null;
      try {
        return await inTransaction(databaseUrl, true, async (db): Promise<Finished> => {
          const row = await rowOf(db);
          const existing = open(row);
          if (existing !== null) return { outcome: 'exists', app: tell(existing) };
          const read = readState(row.nonce, state);
          if (typeof read === 'string') return { outcome: read };
          if (!(await useToken(db, `setup ${read.id}`, read.expiresAt))) return { outcome: 'used' };
          try {
            made = await convert(apiUrl, code);
          } catch (error) {
            if (!(error instanceof NotConverted) || error.why === 'down') throw error;
            return { outcome: error.why };
          }
          await keepCredentials(db, secrets.seal(JSON.stringify(made), box));
          return { outcome: 'created', app: tell(made) };
        });
      } catch (error) {
        // Rolled back: the state can be used again.
        if (error instanceof NotConverted) return { outcome: error.why };
        if (made !== null) return { outcome: 'lost', app: tell(made) };
        throw error;
      }
    },
    async app() {
      const credentials = open(await readRow());
      return credentials === null ? null : tell(credentials);
    },
    async environment() {
      const credentials = open(await readRow());
      if (credentials === null) return null;
      return {
        GITHUB_APP_ID: String(credentials.id),
        GITHUB_PRIVATE_KEY: credentials.privateKey,
        GITHUB_WEBHOOK_SECRET: credentials.webhookSecret,
        GITHUB_CLIENT_ID: credentials.clientId,
        GITHUB_CLIENT_SECRET: credentials.clientSecret,
      };
    },
    forget: () =>
      inTransaction(databaseUrl, true, async (db) => {
        const credentials = open(await rowOf(db));
        await forgetCredentials(db);
        return credentials === null ? null : tell(credentials);
      }),
  };
}
