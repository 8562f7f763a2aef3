/**
 * Every shell block of the documentation, with the test that runs it or the reason why none does. `begins` is its
 * start.
 */
export interface Known {
  page: RegExp;
  begins: string;
  /** The test that runs it. */
  run?: string;
  /** Why no test can run it. */
  because?: string;
}

const docker = 'needs Docker, and images from a registry';
const systemd = 'needs systemd and root';
const forever = 'starts the service on port 4000 with the folder `data`: the block that sets both is run';

export const knownBlocks: readonly Known[] = [
  { page: /^(README|start-agent)$/, begins: 'TOKEN=', run: 'test/repository/docs/rest.test.ts' },
  { page: /^start-agent$/, begins: 'REVIEW=', run: 'test/repository/docs/rest.test.ts' },
  { page: /^start-agent$/, begins: 'curl -fsS', run: 'test/repository/docs/rest.test.ts' },
  { page: /^(README|cli)$/, begins: 'sightline login', run: 'test/wide/repository/docs/cli.test.ts' },
  {
    page: /^mcp$/,
    begins: 'claude plugin marketplace add',
    because: 'needs the published repository; test/repository/plugin.test.ts checks the plugin',
  },
  {
    page: /^mcp$/,
    begins: 'sightline wait ID --exec',
    because: 'continues sessions of clients by other makers; test/api/cli/agent.test.ts runs a command of its own',
  },
  { page: /^cli$/, begins: 'npm link', because: 'writes to npm’s global folder' },
  {
    page: /^cli$/,
    begins: 'npm install --global',
    because: 'downloads a release; what it holds is tested as a package',
  },
  { page: /^cli$/, begins: 'sightline review home.png --title', run: 'test/wide/repository/docs/cli.test.ts' },
  { page: /^webhooks$/, begins: 'sightline deliveries', run: 'test/wide/repository/docs/cli.test.ts' },
  { page: /^self-hosting$/, begins: 'sightline export', run: 'test/wide/repository/docs/cli.test.ts' },
  { page: /^webhooks$/, begins: 'set -eu', run: 'test/wide/api/webhooks/documented-verifiers.test.ts' },
  { page: /^mcp$/, begins: 'SIGHTLINE_TOKEN=', run: 'test/wide/repository/readme/clients.test.ts' },
  { page: /^(mcp|start-agent)$/, begins: 'claude mcp add', run: 'test/wide/repository/readme/clients.test.ts' },
  { page: /^(README|start-self-host)$/, begins: 'BASE_URL=', run: 'test/wide/repository/docs/start.test.ts' },
  { page: /^self-hosting$/, begins: 'export DATABASE_URL=', run: 'test/wide/repository/docs/start.test.ts' },
  { page: /^self-hosting$/, begins: 'SECRET_KEY=', run: 'test/wide/repository/docs/start.test.ts' },
  { page: /^github-app$/, begins: 'npm start -- --delete-workspace', run: 'test/api/oauth/job-token.test.ts' },
  { page: /^storage$/, begins: 'npm start -- --copy-shots', run: 'test/wide/api/adapters/storage-copy.test.ts' },
  { page: /^storage$/, begins: 'STORAGE_URL=', run: 'test/wide/api/adapters/storage-copy.test.ts' },
  { page: /^backup$/, begins: 'test ! -e', run: 'test/wide/api/db/backup.test.ts' },
  { page: /^backup$/, begins: 'cp -a', run: 'test/wide/api/db/backup.test.ts' },
  { page: /^backup$/, begins: 'pg_', run: 'test/wide/api/db/backup.test.ts' },
  { page: /^(README|start-self-host)$/, begins: 'npm start', because: forever },
  { page: /^(README|start-self-host)$/, begins: 'npm run demo', because: 'plays for minutes, or waits for a person' },
  { page: /^README$/, begins: 'npm test', because: 'is this suite, or runs for an hour' },
  { page: /^(backup|compose)$/, begins: 'docker compose', because: docker },
  { page: /^backup$/, begins: 'mkdir -p "$BACKUP/shots" && sudo chown', because: docker },
  { page: /^compose$/, begins: 'git fetch --tags', because: docker },
  { page: /^(backup|self-hosting)$/, begins: 'sudo ', because: systemd },
  { page: /^tasks$/, begins: '# npm', because: 'lists alternatives; test/repository/docs/names.test.ts reads them' },
  { page: /^compose$/, begins: 'cp .env.example .env', because: 'prepares what needs Docker' },
];
