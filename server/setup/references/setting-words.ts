/** What settings mean: the only place that says so in words. Defaults and bounds come from what reads them. */
export interface Explained {
  names: readonly string[];
  /** Where no default is set but something is found or follows. */
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
        meaning: 'where a process with `ROLE=worker` answers `/healthz`, `/readyz` and `/metrics`, and nothing else',
      },
      {
        names: ['DRAIN_SECONDS'],
        meaning:
          'how long a process that is told to stop still takes requests while `/readyz` says no, so that a balancer sends new ones elsewhere: longer than it takes the balancer to notice',
      },
      {
        names: ['BASE_URL'],
        fallback: '`http://localhost:PORT`',
        meaning: 'its public address, in every link; required with `DATABASE_URL`',
      },
      {
        names: ['TRUST_PROXY'],
        meaning:
          'whose `X-Forwarded-For` is believed: `true` for proxies on this machine or in private networks, or their addresses',
      },
      { names: ['LOG_LEVEL'], meaning: 'how much is logged, as JSON lines on stderr' },
    ],
  },
  {
    title: 'Data',
    settings: [
      { names: ['DATA_DIR'], meaning: 'embedded database, shots, generated key' },
      {
        names: ['STORAGE_URL'],
        fallback: '`DATA_DIR/shots`',
        meaning:
          'where shots lie: `file:FOLDER`, or a bucket of S3 or of a store that speaks like it, `s3://BUCKET/PREFIX?endpoint=URL&region=NAME`; `path_style=false` where the bucket is in the endpoint’s host name. Required with several machines',
      },
      {
        names: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_REGION'],
        fallback: 'as AWS’s own tools find them',
        meaning: 'the store’s keys and region, where a role of the machine does not give them',
      },
      {
        names: ['DATABASE_URL'],
        fallback: 'embedded',
        meaning: 'an external PostgreSQL, 15 or later, or a pooler before it such as PgBouncer',
      },
      {
        names: ['DATABASE_DIRECT_URL'],
        fallback: '`DATABASE_URL`',
        meaning:
          'the same database without the pooler, for migrations and the one connection of a process that listens; without it pages hear of changes within a second or two, not at once',
      },
      {
        names: ['POSTGRES_BIN'],
        fallback: 'found',
        meaning: 'folder with `initdb` and `postgres` for the embedded database',
      },
      {
        names: ['SECRET_KEY'],
        fallback: 'kept in `DATA_DIR`',
        meaning:
          'encrypts link tokens; comma-separated, the first encrypts, all decrypt; required with `DATABASE_URL`. At least 16 characters each',
      },
      { names: ['ROLE'], meaning: 'what this process does: serve, work, or both' },
      { names: ['RETENTION_DAYS'], meaning: 'how long the shots of an expired review are kept; its text stays' },
    ],
  },
  {
    title: 'What it may reach',
    settings: [
      {
        names: ['OUTBOUND_ALLOW'],
        fallback: 'none',
        meaning:
          'private ranges, and networks of this machine, that captures, fetches and webhooks may reach: `[webhook=|fetch=|capture=]CIDR[:port]`, comma-separated; plain http is allowed there too',
      },
    ],
  },
  {
    title: 'Workspaces, credits and sizes',
    settings: [
      { names: ['SIGNUP'], meaning: '`closed` makes no new workspaces' },
      { names: ['TRY_TOKENS_PER_HOUR', 'TRY_TOKENS_PER_DAY'], meaning: 'new workspaces per address' },
      { names: ['CREDITS_PER_MONTH'], meaning: 'a workspace’s allowance, or `unlimited`' },
      {
        names: ['COST_IMAGES', 'COST_HTML', 'COST_PDF', 'COST_CAPTURE'],
        meaning: 'credits a review costs by its source',
      },
      {
        names: ['MAX_IMAGE_MB', 'MAX_PDF_MB', 'MAX_HTML_MB', 'MAX_REQUEST_MB'],
        meaning: 'the largest picture, PDF, email and request, in megabytes (1,000,000 bytes)',
      },
    ],
  },
  {
    title: 'Captures',
    settings: [
      { names: ['BROWSER_PATH'], fallback: 'found', meaning: 'a Chromium for captures' },
      {
        names: ['CAPTURE_CONCURRENCY'],
        meaning: 'pages of one workspace captured at the same time by one process; one more is for other workspaces',
      },
    ],
  },
  {
    title: 'Agents',
    settings: [
      {
        names: ['CLIENT_DOCUMENTS'],
        meaning:
          '`off` where this service cannot reach the internet, or clients’ makers refuse it: agents then register here instead of naming a document of their maker’s, which has to be read. Agents on people’s own machines that are widely used connect without theirs',
      },
      {
        names: ['MCP_ORIGINS'],
        fallback: 'none',
        meaning:
          'origins of websites that may speak MCP from a browser, comma-separated; those on this machine always may',
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
          'whose repositories’ jobs may sign in: logins or ids, comma-separated. With `SIGNUP=closed` only those named here',
      },
      {
        names: ['GITHUB_OIDC_ISSUER'],
        fallback: 'github.com’s',
        meaning:
          'who vouches for the jobs that sign in, and for the App’s: `https://HOST/_services/token` on GitHub Enterprise',
      },
      { names: ['GITHUB_API_URL'], fallback: 'github.com’s', meaning: 'GitHub Enterprise' },
      {
        names: ['GITHUB_SERVER_URL'],
        fallback: 'by `GITHUB_API_URL`',
        meaning: 'GitHub’s website, where people sign in and the App is created',
      },
      {
        names: ['GITHUB_APP_ID', 'GITHUB_PRIVATE_KEY', 'GITHUB_WEBHOOK_SECRET'],
        fallback: 'of the App created from [its page](github-app.md#create-it), if any',
        meaning: 'run the App in this process',
      },
      {
        names: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
        fallback: 'likewise',
        meaning: 'the App lets people sign in with GitHub',
      },
      {
        names: ['APP_URL'],
        fallback: '`BASE_URL` when the App runs here',
        meaning: 'where the GitHub App is reached',
      },
      {
        names: ['APP_SIGN_IN'],
        meaning: '`on` tells the Action that the App at `APP_URL` lets people sign in, when it runs on its own',
      },
      {
        names: ['SERVICE_URL'],
        fallback: '`BASE_URL`',
        meaning: 'where the App reads the service; required for an App that runs on its own',
      },
      {
        names: ['SWEEP_SECONDS', 'PREPARING_SECONDS'],
        meaning: 'how often the App reads all undecided reviews, and those whose shots are being made',
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
          'a vision model that second opinions ask as well (`compatible` with OpenAI’s chat API, as models on a machine of your own are); and the provider’s name for the model. The shots are sent there, with title, context and labels',
      },
      { names: ['VISION_API_KEY'], fallback: 'none', meaning: 'its key; `compatible` ones may do without' },
      {
        names: ['VISION_URL'],
        fallback: 'the provider’s',
        meaning:
          'where its API begins, such as `http://localhost:11434/v1`; required for `compatible`. It is asked there whatever `OUTBOUND_ALLOW` says, and redirects are not followed',
      },
      {
        names: ['VISION_TIMEOUT_SECONDS'],
        meaning: 'how long a question may take; then the shot has what the rules found',
      },
      {
        names: ['VISION_SHOTS_PER_DAY', 'VISION_MAX_TOKENS'],
        meaning:
          'what it may cost: shots a workspace has looked at in a day, each in up to four questions; tokens of an answer',
      },
    ],
  },
];
