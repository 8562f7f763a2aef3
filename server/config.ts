import { resolve } from 'node:path';
import { z } from 'zod';
import { type AllowRule, parseOutboundAllow } from './adapters/outbound/index.ts';
import { MIN_KEY_LENGTH } from './adapters/secrets/kept-key.ts';
import { parseStorageUrl, type StorageLocation } from './adapters/storage/location.ts';
import type { VisionSettings } from './checklist/index.ts';
import { whatIsWrong } from './contract/what-is-wrong.ts';

const whole = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
const text = z.string().trim().optional();
const url = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://sightline.example.com' })
  .transform((each) => each.replace(/\/+$/, ''));

const hasUser = (each: string): boolean => /^https?:\/\/[^/]*@/i.test(each);

/** Paths are appended to it, and everybody who gets a link reads it. */
const origin = url
  .refine((each) => !/[?#]/.test(each), 'must not contain ? or #')
  .refine((each) => !hasUser(each), 'must not hold a user or password')
  .optional();

const database = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be an address such as postgres://user:password@host/database' })
  .optional();

/** The address of an API, to which paths are appended. Its key has a variable of its own. */
const address = url
  .refine((each) => !hasUser(each), 'must not hold a user or password: the key belongs into VISION_API_KEY')
  .refine((each) => !/[?#]/.test(each), 'must end with a path, such as http://localhost:11434/v1')
  .optional();

/** Must be https: over http, anybody on the way could replace the issuer's keys with their own. */
const issuer = origin.refine(
  (each) => each === undefined || /^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$|\/))/i.test(each),
  'must start with https://; http:// is for localhost alone',
);

/** A comma-separated list. */
const list = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim().toLowerCase()])));

/** Refuses a list with an item of another form, which would match nothing and say nothing. */
const listOf = (form: RegExp, what: string) =>
  list.superRefine((each, { addIssue }) => {
    const wrong = each.find((item) => !form.test(item));
    if (wrong !== undefined) addIssue(`has "${wrong}", which is not ${what}`);
  });

const owners = listOf(/^[a-z\d][\w-]*$/, 'the login or id of an owner, such as octo-org');

/** As browsers send them: without a slash at the end. */
const origins = listOf(
  /^(\*|[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+\/*)$/,
  'an origin, such as https://app.example.com',
).transform((each) => each.map((origin) => origin.replace(/\/+$/, '')));

const secretKeys = z
  .string()
  .refine((keys) => !/^\s*,/.test(keys), {
    error: 'begins with a comma: its first key is the one that encrypts',
    abort: true,
  })
  .refine((keys) => keys.trim().length >= MIN_KEY_LENGTH, {
    error: `must have at least ${MIN_KEY_LENGTH} characters`,
    abort: true,
  })
  .refine(
    (keys) => keys.split(',').every((key) => key.trim().length >= MIN_KEY_LENGTH),
    `must have at least ${MIN_KEY_LENGTH} characters in each key`,
  )
  .optional();

const outboundAllow = z
  .string()
  .default('')
  .transform((value, { addIssue }): AllowRule[] => {
    try {
      return parseOutboundAllow(value);
    } catch (error) {
      addIssue(error instanceof Error ? error.message : 'cannot be read');
      return z.NEVER;
    }
  });

/** A proxy as Fastify reads it; a range of all addresses would trust everybody. */
const proxy = z
  .union([z.enum(['loopback', 'linklocal', 'uniquelocal']), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .refine((value) => !value.endsWith('/0'));

const trustProxy = z
  .string()
  .trim()
  .refine(
    (value) =>
      value === 'true' || value === 'false' || value.split(',').every((each) => proxy.safeParse(each.trim()).success),
    'must be true, false, or the addresses of proxies, such as 10.0.0.5 or 10.0.0.0/8, separated by commas',
  )
  .default('false')
  .transform((value): false | string => {
    // Not all proxies: the leftmost address of X-Forwarded-For is whatever the client wrote.
    if (value === 'true') return 'loopback, linklocal, uniquelocal';
    return value === 'false' ? false : value;
  });

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
  SECRET_KEY: secretKeys,
  OUTBOUND_ALLOW: outboundAllow,
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
  GITHUB_OWNERS: owners,
  GITHUB_OIDC_ISSUER: issuer,
  MCP_ORIGINS: origins,
  CLIENT_DOCUMENTS: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY: trustProxy,
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

/** Returns where the screenshots are stored; null after it has reported to `onProblem` why it cannot tell. */
function storageOf(env: z.infer<typeof Environment>, onProblem: (problem: string) => void): StorageLocation | null {
  const { STORAGE_URL: address, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const { AWS_SESSION_TOKEN: sessionToken } = env;
  if (address === undefined) return { kind: 'disk', folder: resolve(env.DATA_DIR, 'shots') };
  if (/^s3:/i.test(address) && (accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    onProblem('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must both be set, or neither.');
    return null;
  }
  const keys =
    accessKeyId === undefined || secretAccessKey === undefined
      ? null
      : { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  try {
    return parseStorageUrl(address, { region: env.AWS_REGION, keys });
  } catch (error) {
    onProblem(`STORAGE_URL ${error instanceof Error ? error.message : 'cannot be read'}.`);
    return null;
  }
}

/** Says which settings are missing beside the given ones. `env` lacks those that are wrong. */
function missingBeside(given: object, env: z.infer<typeof Environment>): string[] {
  const { DATABASE_URL: database, VISION_PROVIDER: provider } = env;
  const isGiven = (name: keyof typeof Environment.shape): boolean => name in given;
  const problems: string[] = [];
  const shared = (['SECRET_KEY', 'BASE_URL'] as const).filter((name) => !isGiven(name));
  if (database !== undefined && shared.length > 0) {
    problems.push(`${shared.join(' and ')} must be set when DATABASE_URL is: every process needs the same.`);
  }
  const alone = (['VISION_MODEL', 'VISION_API_KEY', 'VISION_URL'] as const).filter(isGiven);
  if (!isGiven('VISION_PROVIDER') && alone.length > 0) {
    problems.push(`VISION_PROVIDER must be set when ${alone.join(' and ')} ${alone.length === 1 ? 'is' : 'are'}.`);
  }
  if (isGiven('VISION_PROVIDER') && !isGiven('VISION_MODEL')) {
    problems.push('VISION_MODEL must be set when VISION_PROVIDER is.');
  }
  if (provider === 'compatible' && !isGiven('VISION_URL')) {
    problems.push('VISION_URL must be set when VISION_PROVIDER is compatible: where the model is reached.');
  }
  if (provider !== undefined && provider !== 'compatible' && !isGiven('VISION_API_KEY')) {
    problems.push(`VISION_API_KEY must be set when VISION_PROVIDER is ${provider}.`);
  }
  return problems;
}

/** Returns the model's settings, which are complete. */
function visionOf(env: z.infer<typeof Environment>): VisionSettings | null {
  const { VISION_PROVIDER: provider, VISION_MODEL: model, VISION_API_KEY: apiKey, VISION_URL: url } = env;
  if (provider === undefined || model === undefined) return null;
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

/** More days lead to a date that PostgreSQL does not know. */
const CENTURY_DAYS = 36_500;

/** Returns whole bytes, at least one: 4.1 times a million is no whole number. */
const toBytes = (megabytes: number): number => Math.max(1, Math.round(megabytes * 1_000_000));

const without = (given: Record<string, string | undefined>, names: ReadonlySet<unknown>) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));

/**
 * Reads the environment once. Empty and blank variables count as not set.
 * @throws ConfigError that names each variable and what is wrong with it
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => (value ?? '').trim() !== ''));
  const parsed = Environment.safeParse(given, { error: whatIsWrong });
  const issues = parsed.error?.issues ?? [];
  // Without the wrong ones, so that the settings that depend on each other are checked as well.
  const env = parsed.data ?? Environment.parse(without(given, new Set(issues.map(({ path }) => path[0]))));
  const problems = [
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}.`),
    ...missingBeside(given, env),
  ];
  const storage = storageOf(env, (problem) => problems.push(problem));
  if (storage === null || problems.length > 0) throw new ConfigError(problems.join('\n'));
  const baseUrl = env.BASE_URL ?? `http://localhost:${env.PORT}`;
  return {
    port: env.PORT,
    host: env.HOST,
    healthPort: env.HEALTH_PORT ?? null,
    baseUrl,
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir: env.DATA_DIR,
    storage,
    postgresBin: env.POSTGRES_BIN,
    role: env.ROLE,
    secretKey: env.SECRET_KEY ?? null,
    outboundAllow: env.OUTBOUND_ALLOW,
    creditsPerMonth: env.CREDITS_PER_MONTH === 'unlimited' ? null : env.CREDITS_PER_MONTH,
    costs: { images: env.COST_IMAGES, html: env.COST_HTML, pdf: env.COST_PDF, capture: env.COST_CAPTURE },
    tryTokensPerHour: env.TRY_TOKENS_PER_HOUR,
    tryTokensPerDay: env.TRY_TOKENS_PER_DAY,
    signup: env.SIGNUP,
    githubOwners: env.GITHUB_OWNERS.length === 0 ? null : env.GITHUB_OWNERS,
    githubOidcIssuer: env.GITHUB_OIDC_ISSUER ?? 'https://token.actions.githubusercontent.com',
    mcpOrigins: env.MCP_ORIGINS,
    clientDocuments: env.CLIENT_DOCUMENTS === 'on',
    trustProxy: env.TRUST_PROXY,
    browserPath: env.BROWSER_PATH,
    drainSeconds: env.DRAIN_SECONDS,
    captureConcurrency: env.CAPTURE_CONCURRENCY,
    retentionDays: Math.min(env.RETENTION_DAYS, CENTURY_DAYS),
    maxImageBytes: toBytes(env.MAX_IMAGE_MB),
    maxPdfBytes: toBytes(env.MAX_PDF_MB),
    maxHtmlBytes: toBytes(env.MAX_HTML_MB),
    maxRequestBytes: toBytes(env.MAX_REQUEST_MB),
    logLevel: env.LOG_LEVEL,
    runsApp: env.GITHUB_APP_ID !== undefined,
    githubApiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    githubWebUrl: env.GITHUB_SERVER_URL ?? null,
    vision: visionOf(env),
  };
}
