import { resolve } from 'node:path';
import { z } from 'zod';
import { type AllowRule, parseOutboundAllow } from './adapters/outbound/index.ts';
import { parseStorageUrl, type StorageLocation } from './adapters/storage/location.ts';
import type { VisionSettings } from './checklist/index.ts';
import { whatIsWrong } from './contract/what-is-wrong.ts';

const whole = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
const text = z.string().trim().min(1).optional();
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://sightline.example.com' })
  .transform((url) => url.replace(/\/+$/, ''))
  .optional();

const database = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be an address such as postgres://user:password@host/database' })
  .optional();

/** The address of an API, to which paths are appended. Its key has a variable of its own. */
const address = origin
  .refine(
    (url) => url === undefined || !/^https?:\/\/[^/]*@/i.test(url),
    'must not hold a user or password: the key belongs into VISION_API_KEY',
  )
  .refine((url) => url === undefined || !/[?#]/.test(url), 'must end with a path, such as http://localhost:11434/v1');

/** Must be https: over http, anybody on the way could replace the issuer's keys with their own. */
const issuer = origin.refine(
  (url) => url === undefined || /^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$|\/))/i.test(url),
  'must start with https://; http:// is for localhost alone',
);

/** A comma-separated list. */
const list = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim().toLowerCase()])));

export const Environment = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  HEALTH_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  BASE_URL: origin,
  DATABASE_URL: database,
  DATA_DIR: z.string().default('data'),
  STORAGE_URL: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: text,
  AWS_REGION: text,
  POSTGRES_BIN: text,
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  SECRET_KEY: z
    .string()
    .min(16, 'must have at least 16 characters')
    .refine((keys) => !/^\s*,/.test(keys), 'begins with a comma: its first key is the one that encrypts')
    .optional(),
  OUTBOUND_ALLOW: z.string().default(''),
  CREDITS_PER_MONTH: z
    .union(
      [z.literal('unlimited'), z.coerce.number().int().min(0)],
      'must be a whole number of at least 0, or unlimited',
    )
    .default(200),
  COST_IMAGES: whole(1),
  COST_HTML: whole(1),
  COST_PDF: whole(2),
  COST_CAPTURE: whole(2),
  TRY_TOKENS_PER_HOUR: whole(5),
  TRY_TOKENS_PER_DAY: whole(20),
  SIGNUP: z.enum(['open', 'closed']).default('open'),
  GITHUB_OWNERS: list,
  GITHUB_OIDC_ISSUER: issuer,
  MCP_ORIGINS: list,
  CLIENT_DOCUMENTS: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY: z.string().default('false'),
  BROWSER_PATH: text,
  DRAIN_SECONDS: z.coerce.number().min(0).max(4).default(0),
  CAPTURE_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(2),
  RETENTION_DAYS: whole(30),
  MAX_IMAGE_MB: z.coerce.number().positive().default(10),
  MAX_PDF_MB: z.coerce.number().positive().default(25),
  MAX_HTML_MB: z.coerce.number().positive().default(1),
  MAX_REQUEST_MB: z.coerce.number().positive().default(64),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  GITHUB_APP_ID: text,
  GITHUB_API_URL: origin,
  GITHUB_SERVER_URL: origin,
  VISION_PROVIDER: z.enum(['openai', 'anthropic', 'google', 'compatible']).optional(),
  VISION_MODEL: text,
  // Checked here, because the key goes into a header: a client that refuses it there would repeat it in its error.
  VISION_API_KEY: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'must be letters, digits and signs without spaces')
    .optional(),
  VISION_URL: address,
  VISION_TIMEOUT_SECONDS: z.coerce.number().min(1).max(50).default(45),
  VISION_SHOTS_PER_DAY: whole(200),
  VISION_MAX_TOKENS: z.coerce.number().int().min(200).max(100_000).default(4_000),
});

export interface Config {
  port: number;
  host: string;
  /** The port on which a worker reports its health; null: none. */
  healthPort: number | null;
  /** The public address, without a trailing slash. */
  baseUrl: string;
  /** null: an embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  storage: StorageLocation;
  postgresBin: string | undefined;
  role: 'all' | 'web' | 'worker';
  /** null: a key is generated and stored in `dataDir`. */
  secretKey: string | null;
  outboundAllow: AllowRule[];
  creditsPerMonth: number | null;
  costs: { images: number; html: number; pdf: number; capture: number };
  tryTokensPerHour: number;
  tryTokensPerDay: number;
  signup: 'open' | 'closed';
  /** The owners whose repositories' jobs may sign in, by login or id; null: all owners. */
  githubOwners: string[] | null;
  githubOidcIssuer: string;
  mcpOrigins: string[];
  clientDocuments: boolean;
  trustProxy: false | string;
  browserPath: string | undefined;
  /** How many seconds a stopping process still answers requests, while it announces that it wants none. */
  drainSeconds: number;
  captureConcurrency: number;
  retentionDays: number;
  maxImageBytes: number;
  maxPdfBytes: number;
  maxHtmlBytes: number;
  maxRequestBytes: number;
  logLevel: string;
  /** Whether the GitHub App's credentials are set. */
  runsApp: boolean;
  /** The API of the GitHub at which an App is created. */
  githubApiUrl: string;
  /** The address of its website; null: the default for the API. */
  githubWebUrl: string | null;
  /** The model that second opinions also use; null: none. */
  vision: VisionSettings | null;
}

/** Lists every problem of the environment at once. */
export class ConfigError extends Error {}

function trustProxy(value: string): false | string {
  // Not all proxies: the leftmost address of X-Forwarded-For is whatever the client wrote.
  if (value === 'true') return 'loopback, linklocal, uniquelocal';
  return value === 'false' || value === '' ? false : value;
}

/**
 * Returns where the screenshots are stored. @throws ConfigError when the location cannot be read, or only some of its
 * keys are set
 */
function storageOf(env: z.infer<typeof Environment>): StorageLocation {
  const { STORAGE_URL: address, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const { AWS_SESSION_TOKEN: sessionToken } = env;
  if (address === undefined) return { kind: 'disk', folder: resolve(env.DATA_DIR, 'shots') };
  if (/^s3:/i.test(address) && (accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must both be set, or neither.');
  }
  const keys =
    accessKeyId === undefined || secretAccessKey === undefined
      ? null
      : { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  try {
    return parseStorageUrl(address, { region: env.AWS_REGION, keys });
  } catch (error) {
    throw new ConfigError(`STORAGE_URL ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

/** Returns the model's settings. @throws ConfigError when only some of them are set */
function visionOf(env: z.infer<typeof Environment>): VisionSettings | null {
  const { VISION_PROVIDER: provider, VISION_MODEL: model, VISION_API_KEY: apiKey, VISION_URL: url } = env;
  if (provider === undefined) {
    const given = (['VISION_MODEL', 'VISION_API_KEY', 'VISION_URL'] as const).filter((name) => env[name] !== undefined);
    if (given.length === 0) return null;
    throw new ConfigError(
      `VISION_PROVIDER must be set when ${given.join(' and ')} ${given.length === 1 ? 'is' : 'are'}.`,
    );
  }
  if (model === undefined) throw new ConfigError('VISION_MODEL must be set when VISION_PROVIDER is.');
  if (provider === 'compatible' && url === undefined) {
    throw new ConfigError('VISION_URL must be set when VISION_PROVIDER is compatible: where the model is reached.');
  }
  if (provider !== 'compatible' && apiKey === undefined) {
    throw new ConfigError(`VISION_API_KEY must be set when VISION_PROVIDER is ${provider}.`);
  }
  return {
    provider,
    model,
    apiKey: apiKey ?? null,
    url: url ?? null,
    timeoutSeconds: env.VISION_TIMEOUT_SECONDS,
    shotsPerDay: env.VISION_SHOTS_PER_DAY,
    maxTokens: env.VISION_MAX_TOKENS,
  };
}

/**
 * Reads the environment once. Variables set to the empty string count as not set.
 * @throws ConfigError that names each variable and what is wrong with it
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given, { error: whatIsWrong });
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'));
  }
  const env = parsed.data;
  const external = env.DATABASE_URL !== undefined;
  const missing = external ? (['SECRET_KEY', 'BASE_URL'] as const).filter((name) => env[name] === undefined) : [];
  if (missing.length > 0) {
    throw new ConfigError(`${missing.join(' and ')} must be set when DATABASE_URL is: every process needs the same.`);
  }
  let outboundAllow: AllowRule[];
  try {
    outboundAllow = parseOutboundAllow(env.OUTBOUND_ALLOW);
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : 'OUTBOUND_ALLOW cannot be read');
  }
  const baseUrl = env.BASE_URL ?? `http://localhost:${env.PORT}`;
  return {
    port: env.PORT,
    host: env.HOST,
    healthPort: env.HEALTH_PORT ?? null,
    baseUrl,
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir: env.DATA_DIR,
    storage: storageOf(env),
    postgresBin: env.POSTGRES_BIN,
    role: env.ROLE,
    secretKey: env.SECRET_KEY ?? null,
    outboundAllow,
    creditsPerMonth: env.CREDITS_PER_MONTH === 'unlimited' ? null : env.CREDITS_PER_MONTH,
    costs: { images: env.COST_IMAGES, html: env.COST_HTML, pdf: env.COST_PDF, capture: env.COST_CAPTURE },
    tryTokensPerHour: env.TRY_TOKENS_PER_HOUR,
    tryTokensPerDay: env.TRY_TOKENS_PER_DAY,
    signup: env.SIGNUP,
    githubOwners: env.GITHUB_OWNERS.length === 0 ? null : env.GITHUB_OWNERS,
    githubOidcIssuer: env.GITHUB_OIDC_ISSUER ?? 'https://token.actions.githubusercontent.com',
    mcpOrigins: env.MCP_ORIGINS,
    clientDocuments: env.CLIENT_DOCUMENTS === 'on',
    trustProxy: trustProxy(env.TRUST_PROXY),
    browserPath: env.BROWSER_PATH,
    drainSeconds: env.DRAIN_SECONDS,
    captureConcurrency: env.CAPTURE_CONCURRENCY,
    retentionDays: env.RETENTION_DAYS,
    maxImageBytes: env.MAX_IMAGE_MB * 1_000_000,
    maxPdfBytes: env.MAX_PDF_MB * 1_000_000,
    maxHtmlBytes: env.MAX_HTML_MB * 1_000_000,
    maxRequestBytes: env.MAX_REQUEST_MB * 1_000_000,
    logLevel: env.LOG_LEVEL,
    runsApp: env.GITHUB_APP_ID !== undefined,
    githubApiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    githubWebUrl: env.GITHUB_SERVER_URL ?? null,
    vision: visionOf(env),
  };
}
