import { z } from 'zod';
import { whatIsWrong } from '../server/contract/what-is-wrong.ts';

const address = z
  .url({
    protocol: /^https?$/,
    error: ({ input }) =>
      input === undefined ? undefined : 'must be an address such as https://sightline.example.com',
  })
  .transform((url) => url.replace(/\/+$/, ''));

export const Environment = z.object({
  GITHUB_APP_ID: z.string().regex(/^\d+$/, 'must be the number that GitHub shows on the App’s page'),
  GITHUB_PRIVATE_KEY: z
    .string()
    .includes('PRIVATE KEY', 'must be the whole text of the key file, with its BEGIN and END lines'),
  GITHUB_WEBHOOK_SECRET: z.string().min(1),
  GITHUB_API_URL: address.default('https://api.github.com'),
  GITHUB_CLIENT_ID: z.string().min(1).optional(),
  GITHUB_CLIENT_SECRET: z.string().min(1).optional(),
  GITHUB_SERVER_URL: address.optional(),
  GITHUB_OIDC_ISSUER: address.default('https://token.actions.githubusercontent.com'),
  APP_URL: address.optional(),
  SERVICE_URL: address.optional(),
  SWEEP_SECONDS: z.coerce.number().min(1).default(600),
  PREPARING_SECONDS: z.coerce.number().min(1).default(4),
});

/** A timer of Node holds no more: a longer one would fire every millisecond. */
const MAX_TIMER_SECONDS = 2_000_000;

/** The App's settings. Its addresses have no trailing slash. */
export type AppConfig = ReturnType<typeof readAppConfig>;

/**
 * Reads the App's part of the environment, where a blank variable counts as not set. `baseUrl`: the service's public
 * address.
 * @throws Error that names every variable that is missing or wrong, and no value
 */
export function readAppConfig(environment: Record<string, string | undefined>, baseUrl: string) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => (value ?? '').trim() !== ''));
  const read = Environment.safeParse(given, { error: whatIsWrong });
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}.`);
    throw new Error(`The App's environment is not complete:\n${problems.join('\n')}`);
  }
  const env = read.data;
  return {
    github: {
      appId: Number(env.GITHUB_APP_ID),
      // Many places that store environment variables allow one line only.
      privateKey: env.GITHUB_PRIVATE_KEY.replaceAll('\\n', '\n'),
      webhookSecret: env.GITHUB_WEBHOOK_SECRET,
      apiUrl: env.GITHUB_API_URL,
      oidcIssuer: env.GITHUB_OIDC_ISSUER,
    },
    signIn: readSignIn(env),
    /** The App's public address; also the audience of the id-tokens it accepts. */
    appUrl: env.APP_URL ?? baseUrl,
    /** The service's public address. */
    baseUrl,
    /** The address at which the App reads reviews, which may be more direct than `baseUrl`. */
    serviceUrl: env.SERVICE_URL ?? baseUrl,
    /** Seconds between two reads of every undecided review. */
    sweepSeconds: Math.min(env.SWEEP_SECONDS, MAX_TIMER_SECONDS),
    /** Seconds between two reads of a review whose screenshots are being made. */
    preparingSeconds: Math.min(env.PREPARING_SECONDS, MAX_TIMER_SECONDS),
  };
}

/** Returns what signing people in needs; null when the App's client id and secret are not set. */
function readSignIn(env: z.infer<typeof Environment>) {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = env;
  if (clientId === undefined || clientSecret === undefined) return null;
  return { clientId, clientSecret, webUrl: env.GITHUB_SERVER_URL ?? webUrlOf(env.GITHUB_API_URL) };
}

/** Returns GitHub's web address for that of its API: github.com and *.ghe.com use an `api.` host, servers a path. */
export function webUrlOf(apiUrl: string): string {
  const { protocol, host, hostname } = new URL(apiUrl);
  const cloud = hostname === 'api.github.com' || /^api\.[^.]+\.ghe\.com$/.test(hostname);
  return `${protocol}//${cloud ? host.slice('api.'.length) : host}`;
}
