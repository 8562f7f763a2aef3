import pino from 'pino';
import { placeName } from './adapters/storage/index.ts';
import { ConfigError, readConfig } from './config.ts';
import { describeFault } from './domain/describe-fault.ts';
import { DomainError } from './domain/failure.ts';
import { copyShots, deleteWorkspace, forgetGitHubApp } from './maintain.ts';
import { startService } from './start.ts';

/** Returns why the service cannot start, for the operator; of a database error only its subject. */
function reasonOf(error: unknown): string {
  const { message, code } = describeFault(error);
  if (code?.startsWith('28')) return 'PostgreSQL refused the user or password in DATABASE_URL.';
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist.';
  if (code === 'EADDRINUSE') return `${message}. Another program has this port: set PORT to a free one.`;
  return code === undefined ? message : `${message} (${code})`;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const config = readConfig(process.env);
  if (process.argv.includes('--forget-github-app')) {
    const pageUrl = await forgetGitHubApp(config, print);
    print(
      pageUrl === null
        ? 'There is no GitHub App that was created from the page of this service.'
        : `The GitHub App is forgotten. It still exists at GitHub: delete it there, at ${pageUrl}\nRestart every process of the service that runs.`,
    );
    process.exit(0);
  }
  const target = process.argv.indexOf('--copy-shots');
  if (target > 0) {
    const place = process.argv[target + 1] ?? '';
    // An empty value would count as not set, and the error would name DATA_DIR.
    if (place === '') throw new ConfigError('--copy-shots needs the place to copy to: file:FOLDER or s3://BUCKET?…');
    const { storage } = readConfig({ ...process.env, STORAGE_URL: place });
    print(`Copying from ${placeName(config.storage)} to ${placeName(storage)}`);
    const { copied, kept } = await copyShots(config.storage, storage, print);
    print(`All files are there: ${copied} copied, ${kept} were there already.`);
    process.exit(0);
  }
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const asked = process.argv.indexOf('--delete-workspace');
  if (asked > 0) {
    const { workspaceId, reviews } = await deleteWorkspace(config, log, print, process.argv[asked + 1] ?? '');
    print(`The workspace ${workspaceId} is deleted, with ${reviews === 1 ? '1 review' : `${reviews} reviews`}.`);
    process.exit(0);
  }
  const service = await startService(config, log, print, process.env);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    print(`${signal}: finishing what runs`);
    setTimeout(() => process.exit(1), 10_000).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error: describeFault(error) }, 'stop');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  if (config.role === 'worker') print('Sightline works on the queue.');
  else print(`Sightline is at ${service.baseUrl}\nFor agents:  ${service.baseUrl}/mcp/sightline`);
  if (service.setupUrl !== null && config.role !== 'worker') print(`Create its GitHub App:  ${service.setupUrl}`);
} catch (error) {
  if (error instanceof DomainError) print(error.message);
  else if (error instanceof ConfigError) print(`Sightline cannot start:\n${error.message}`);
  else print(`Sightline cannot start: ${reasonOf(error)}`);
  process.exit(1);
}
