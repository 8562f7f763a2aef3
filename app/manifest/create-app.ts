import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Tx } from '../../server/db/client.ts';
import type { AppCreation, CreatedApp, CreationResult } from '../../server/domain/app-creation.ts';
import { insertAssertion } from '../../server/domain/assertion/store.ts';
import type { Secrets } from '../../server/domain/ports.ts';
import { webUrlOf } from '../config.ts';
import {
  type CreatedAppRow,
  deleteCreatedApp,
  openCreatedApp,
  saveCredentials,
  withCreatedAppLock,
} from '../store/github-app.ts';
import { type Credentials, convert, NotConverted } from './exchange-code.ts';
import { isReachable, makeManifest } from './make-manifest.ts';

export interface AppCreationOptions {
  db: Database;
  secrets: Secrets;
  /** The key that the page's secret and its states derive from. */
  secretKey: string;
  /** The service's address, which is also the App's. Without a trailing slash. */
  address: string;
  apiUrl: string;
  /** The address of GitHub's website; null: the default for the API's address. */
  webUrl: string | null;
  now(): Date;
}

/** The stored creation, with the functions that only the operator uses. */
export interface StoredAppCreation extends AppCreation {
  /** Returns the secret that opens the page. It is valid until there is an App. */
  secret(): Promise<string>;
  /** Returns the App's credentials as environment variables; null when there is no App. */
  environment(): Promise<Record<string, string> | null>;
  /** Deletes the stored App, which stays at GitHub. */
  forget(): Promise<CreatedApp | null>;
}

/** The associated data of the encrypted credentials. */
const associatedData = 'github_app.credentials:1';

const describeApp = ({ slug, pageUrl }: Credentials): CreatedApp => ({
  slug,
  pageUrl,
  installUrl: `${pageUrl.replace(/\/+$/, '')}/installations/new`,
});

const describeOrNull = (credentials: Credentials | null) => (credentials === null ? null : describeApp(credentials));

const toEnvironment = (credentials: Credentials): Record<string, string> => ({
  GITHUB_APP_ID: String(credentials.id),
  GITHUB_PRIVATE_KEY: credentials.privateKey,
  GITHUB_WEBHOOK_SECRET: credentials.webhookSecret,
  GITHUB_CLIENT_ID: credentials.clientId,
  GITHUB_CLIENT_SECRET: credentials.clientSecret,
});

const readRow = (tx: Tx): Promise<CreatedAppRow> => openCreatedApp(tx, randomBytes(16).toString('base64url'));

export function openAppCreation(options: AppCreationOptions): StoredAppCreation {
  const { db, secrets, address, apiUrl, now } = options;
  const webUrl = options.webUrl ?? webUrlOf(apiUrl);
  const { mac, newState, readState } = createStates(options.secretKey, now);
  const open = (row: CreatedAppRow): Credentials | null =>
    row.credentials === null
      ? null
      : (JSON.parse(secrets.decrypt(row.credentials, associatedData).toString()) as Credentials);

  /** Makes GitHub create the App, under the lock. `onMade` receives it before it is stored. */
  async function create(
    tx: Tx,
    code: string,
    state: string,
    onMade: (made: Credentials) => void,
  ): Promise<CreationResult> {
    const row = await readRow(tx);
    const existing = open(row);
    if (existing !== null) return { outcome: 'exists', app: describeApp(existing) };
    const read = readState(row.nonce, state);
    if (typeof read === 'string') return { outcome: read };
    const used = { hash: secrets.hash(`setup ${read.id}`), expiresAt: new Date(read.expiresAt * 1000) };
    if (!(await insertAssertion(tx, used))) return { outcome: 'used' };
    let made: Credentials;
    try {
      made = await convert(apiUrl, code);
    } catch (error) {
      if (!(error instanceof NotConverted) || error.why === 'down') throw error;
      return { outcome: error.why };
    }
    onMade(made);
    await saveCredentials(tx, secrets.encrypt(JSON.stringify(made), associatedData));
    return { outcome: 'created', app: describeApp(made) };
  }

  return {
    secret: async () => mac((await readRow(db)).nonce, 'secret'),
    async isSecret(given) {
      const row = await readRow(db);
      return row.credentials === null && same(given, mac(row.nonce, 'secret'));
    },
    pass: async () => mac((await readRow(db)).nonce, 'pass'),
    isPass: async (given) => same(given, mac((await readRow(db)).nonce, 'pass')),
    async form(organization) {
      const { nonce } = await readRow(db);
      const unique = mac(nonce, 'name').replace(/[-_]/g, '').slice(0, 4).toLowerCase();
      const place = organization === null ? '' : `/organizations/${encodeURIComponent(organization)}`;
      return {
        action: `${webUrl}${place}/settings/apps/new?state=${newState(nonce)}`,
        manifest: makeManifest({ address, webUrl, owner: organization, unique }),
        reachable: isReachable(address, webUrl),
      };
    },
    async finish(code, state) {
      let lost: CreatedApp | null = null;
      try {
        return await withCreatedAppLock(db, (tx) =>
          create(tx, code, state, (made) => {
            lost = describeApp(made);
          }),
        );
      } catch (error) {
        // Rolled back, so the state can be used again.
        if (error instanceof NotConverted) return { outcome: error.why };
        if (lost !== null) return { outcome: 'lost', app: lost };
        throw error;
      }
    },
    app: async () => describeOrNull(open(await readRow(db))),
    async environment() {
      const credentials = open(await readRow(db));
      return credentials === null ? null : toEnvironment(credentials);
    },
    forget: () =>
      withCreatedAppLock(db, async (tx) => {
        const credentials = open(await readRow(tx));
        await deleteCreatedApp(tx);
        return describeOrNull(credentials);
      }),
  };
}

const STATE_SECONDS = 3600;

/** Compares in constant time. */
const same = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Derives the values that the page of the App's creation hands out from SECRET_KEY and the `nonce` of its row. */
function createStates(secretKey: string, now: () => Date) {
  const [firstKey = ''] = secretKey.split(',');
  const key = Buffer.from(hkdfSync('sha256', firstKey.trim(), 'sightline', 'github app setup', 32));
  const mac = (nonce: string, use: string): string =>
    createHmac('sha256', key).update(`${nonce}\0${use}`).digest('base64url');
  return {
    mac,
    newState(nonce: string): string {
      const text = `${Math.floor(now().getTime() / 1000) + STATE_SECONDS}.${randomBytes(12).toString('base64url')}`;
      return `${text}.${mac(nonce, `state ${text}`)}`;
    },
    readState(nonce: string, state: string): { id: string; expiresAt: number } | 'wrong_state' | 'expired' {
      const [expiry = '', id = '', sign = '', ...more] = state.split('.');
      if (more.length > 0 || !same(sign, mac(nonce, `state ${expiry}.${id}`))) return 'wrong_state';
      const expiresAt = Number(expiry);
      return expiresAt * 1000 > now().getTime() ? { id, expiresAt } : 'expired';
    },
  };
}
