/** Explains every setting. Defaults and bounds come from the schemas that parse the environment. */
export interface Explained {
  names: readonly string[];
  /** Shown as the default where the schema has none. */
  fallback?: string;
  meaning: string;
}

export const settingWords: readonly { title: string; settings: readonly Explained[] }[] = [
  {
    title: 'Where it is reached',
    settings: [
      { names: ['PORT', 'HOST'], meaning: 'where it listens' },
      {
        names: ['HEALTH_PORT'],
        meaning: 'port where a process with `ROLE=worker` answers `/healthz`, `/readyz` and `/metrics`',
      },
      {
        names: ['DRAIN_SECONDS'],
        meaning:
          'how long a stopping process still answers requests while `/readyz` returns 503. Choose longer than your load balancer needs to notice',
      },
      {
        names: ['BASE_URL'],
        fallback: '`http://localhost:PORT`',
        meaning: 'its public address, in every link; required with `DATABASE_URL`',
      },
      {
        names: ['TRUST_PROXY'],
        meaning:
          'whose `X-Forwarded-For` is trusted: `true` for proxies on this machine or in private networks, or their addresses and ranges, comma-separated',
      },
      { names: ['LOG_LEVEL'], meaning: 'what is logged, as JSON lines on stderr' },
    ],
  },
  {
    title: 'Data',
    settings: [
      { names: ['DATA_DIR'], meaning: 'folder for the embedded database, screenshots and the generated key' },
      {
        names: ['STORAGE_URL'],
        fallback: '`DATA_DIR/shots`',
        meaning:
          'where screenshots are stored: `file:FOLDER`, or a bucket of S3 or a compatible store, `s3://BUCKET/PREFIX?endpoint=URL&region=NAME`; `path_style=false` where the bucket is in the endpoint’s host name. Required with several machines',
      },
      {
        names: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_REGION'],
        fallback: 'as AWS’s own tools find them',
        meaning: 'the store’s keys and region, unless a role of the machine provides them',
      },
      {
        names: ['DATABASE_URL'],
        fallback: 'embedded',
        meaning: 'an external PostgreSQL, 15 or later',
      },
      {
        names: ['POSTGRES_BIN'],
        fallback: 'found',
        meaning: 'folder with `initdb` and `postgres`, for the embedded database',
      },
      {
        names: ['SECRET_KEY'],
        fallback: 'kept in `DATA_DIR`',
        meaning:
          'encrypts link tokens and other secrets. Comma-separated: the first key encrypts, all decrypt. Required with `DATABASE_URL`. At least 16 characters each',
      },
      { names: ['ROLE'], meaning: 'what this process does: serve, work on jobs, or both' },
      { names: ['RETENTION_DAYS'], meaning: 'days that the screenshots of an expired review are kept; its text stays' },
    ],
  },
  {
    title: 'What it may reach',
    settings: [
      {
        names: ['OUTBOUND_ALLOW'],
        fallback: 'none',
        meaning:
          'private ranges and networks of this machine that captures, fetches and webhooks may reach: `[webhook=|fetch=|capture=]CIDR[:port]`, comma-separated; plain http is allowed there too',
      },
    ],
  },
  {
    title: 'Workspaces, credits and sizes',
    settings: [
      { names: ['SIGNUP'], meaning: '`closed` allows no new workspaces and no sample reviews' },
      {
        names: ['TRY_TOKENS_PER_HOUR', 'TRY_TOKENS_PER_DAY'],
        meaning: 'new workspaces per address; the second also limits new repositories of one GitHub owner',
      },
      { names: ['CREDITS_PER_MONTH'], meaning: 'a workspace’s allowance, or `unlimited`' },
      {
        names: ['COST_IMAGES', 'COST_HTML', 'COST_PDF', 'COST_CAPTURE'],
        meaning: 'credits that a review costs, by its source',
      },
      {
        names: ['MAX_IMAGE_MB', 'MAX_PDF_MB', 'MAX_HTML_MB', 'MAX_REQUEST_MB'],
        meaning: 'the largest image, PDF, email and request, in megabytes (1,000,000 bytes)',
      },
    ],
  },
  {
    title: 'Captures',
    settings: [
      { names: ['BROWSER_PATH'], fallback: 'found', meaning: 'a Chromium for captures' },
      {
        names: ['CAPTURE_CONCURRENCY'],
        meaning:
          'pages of one workspace that one process captures at the same time; one more is reserved for other workspaces',
      },
    ],
  },
  {
    title: 'Agents',
    settings: [
      {
        names: ['CLIENT_DOCUMENTS'],
        meaning:
          '`off` where this service cannot reach the internet or the makers of clients refuse it. Agents then register here instead of presenting a document that the service must fetch from their maker. Widely used agents that run on people’s own machines connect without it',
      },
      {
        names: ['MCP_ORIGINS'],
        fallback: 'none',
        meaning:
          'origins of websites that may use MCP from a browser, comma-separated, or `*` for all; those on this machine always may',
      },
    ],
  },
  {
    title: 'GitHub',
    settings: [
      {
        names: ['GITHUB_OWNERS'],
        fallback: 'everybody',
        meaning:
          'owners whose repositories’ jobs may sign in: logins or ids, comma-separated. With `SIGNUP=closed` and none named, only repositories that have a workspace already',
      },
      {
        names: ['GITHUB_OIDC_ISSUER'],
        fallback: 'github.com’s',
        meaning: 'issuer of the id-tokens of jobs: `https://HOST/_services/token` on GitHub Enterprise',
      },
      { names: ['GITHUB_API_URL'], fallback: 'github.com’s', meaning: 'GitHub’s API, for GitHub Enterprise' },
      {
        names: ['GITHUB_SERVER_URL'],
        fallback: 'from `GITHUB_API_URL`',
        meaning: 'GitHub’s website, where people sign in and the App is created',
      },
      {
        names: ['GITHUB_APP_ID', 'GITHUB_PRIVATE_KEY', 'GITHUB_WEBHOOK_SECRET'],
        fallback: 'of the App created from [its page](github-app.md#create-it), if any',
        meaning: 'credentials of the GitHub App',
      },
      {
        names: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
        fallback: 'the same',
        meaning: 'let people sign in with GitHub',
      },
      {
        names: ['APP_URL'],
        fallback: '`BASE_URL`',
        meaning: 'public address of the GitHub App, where GitHub cannot reach `BASE_URL`',
      },
      {
        names: ['SERVICE_URL'],
        fallback: '`BASE_URL`',
        meaning: 'where the App reads the service, such as an address inside its network',
      },
      {
        names: ['SWEEP_SECONDS', 'PREPARING_SECONDS'],
        meaning: 'how often the App reads all undecided reviews, and those whose screenshots are being captured',
      },
    ],
  },
  {
    title: 'A model for second opinions',
    settings: [
      {
        names: ['VISION_PROVIDER', 'VISION_MODEL'],
        fallback: 'none',
        meaning:
          'a vision model that second opinions also ask (`compatible`: any service with OpenAI’s chat API, such as a model on your own machine), and the provider’s name for it. It receives the screenshots with title, context and labels',
      },
      { names: ['VISION_API_KEY'], fallback: 'none', meaning: 'its API key; optional for `compatible`' },
      {
        names: ['VISION_URL'],
        fallback: 'the provider’s',
        meaning:
          'base address of its API, such as `http://localhost:11434/v1`; required for `compatible`. `OUTBOUND_ALLOW` does not apply to it, and redirects are not followed',
      },
      {
        names: ['VISION_TIMEOUT_SECONDS'],
        meaning: 'how long one question may take; after that, only the rules’ findings count',
      },
      {
        names: ['VISION_SHOTS_PER_DAY', 'VISION_MAX_TOKENS'],
        meaning: 'limits of cost: screenshots per workspace and day, each with up to four questions; tokens per answer',
      },
    ],
  },
];
