import { parseArgs } from 'node:util';
import pino, { type Logger } from 'pino';
import { placeName } from './adapters/storage/index.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { describeFault } from './domain/describe-fault.ts';
import { DomainError } from './domain/failure.ts';
import { copyShots, deleteWorkspace, forgetGitHubApp } from './maintain.ts';
import { type RunningService, startService } from './start.ts';

/** Returns why the service cannot start, for the operator; of a database error only its subject. */
function reasonOf(error: unknown): string {
  const { message, code } = describeFault(error);
  if (code?.startsWith('28')) return 'PostgreSQL refused the user or password in DATABASE_URL.';
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist.';
  if (code === 'EADDRINUSE') {
    const setting = process.env.ROLE?.trim() === 'worker' ? 'HEALTH_PORT' : 'PORT';
    return `${message}. Another program has this port: set ${setting} to a free one.`;
  }
  const host = process.env.HOST?.trim() ?? '';
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && message.endsWith(` ${host}`))) {
    return `HOST is ${host}, which is no address of this machine. Set one, such as 127.0.0.1.`;
  }
  return code === undefined ? message : `${message} (${code})`;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
// Ctrl+C also ends a program that reads the output, such as `tee`; the service must still stop in order.
process.stdout.on('error', () => {});

/** Aborted by a signal, so that a start or a command that is under way ends. */
const interrupted = new AbortController();
const { signal } = interrupted;

/** `sightline serve` leaves its own name among the arguments. */
const args = process.argv.slice(process.argv[2] === 'serve' ? 3 : 2);
const commands = {
  'copy-shots': { type: 'string' },
  'delete-workspace': { type: 'string' },
  'forget-github-app': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const help = `Starts the service. Its settings are environment variables; it shows them at /help/settings.html.

Usage: npm start, or sightline serve

With one of these options it does only that (npm start -- OPTION, or sightline serve OPTION):
  --copy-shots PLACE         Copy the screenshots to file:FOLDER or s3://BUCKET?…
  --delete-workspace NAME    Delete a workspace, by its repository OWNER/NAME or its id
  --forget-github-app        Forget the App's credentials, so that another can be created`;

/** Returns what to do instead of running the service. @throws ConfigError */
function readCommand() {
  try {
    return parseArgs({ args, options: commands }).values;
  } catch (error) {
    const [why = ''] = error instanceof Error ? error.message.split(/[.\n]/) : [];
    const names = Object.keys(commands).map((name) => `--${name}`);
    throw new ConfigError(`${why}. The options are ${names.join(', ')}; settings are environment variables.`);
  }
}

/** Runs a command on the data, and returns what it did; null when none is asked for. */
async function maintain(config: Config, log: Logger, command: ReturnType<typeof readCommand>): Promise<string | null> {
  if (command['forget-github-app'] === true) {
    const pageUrl = await forgetGitHubApp(config, print, signal);
    return pageUrl === null
      ? 'There is no GitHub App that was created from the page of this service.'
      : `The GitHub App is forgotten. It still exists at GitHub: delete it there, at ${pageUrl}\nRestart every process of the service that runs.`;
  }
  if (command['copy-shots'] !== undefined) {
    const place = command['copy-shots'].trim();
    // An empty value would count as not set, and the error would name DATA_DIR.
    if (place === '') throw new ConfigError('--copy-shots needs the place to copy to: file:FOLDER or s3://BUCKET?…');
    const { storage } = readConfig({ ...process.env, STORAGE_URL: place });
    print(`Copying from ${placeName(config.storage)} to ${placeName(storage)}`);
    const { copied, kept } = await copyShots(config.storage, storage, print, signal);
    return `All files are there: ${copied} copied, ${kept} were there already.`;
  }
  if (command['delete-workspace'] !== undefined) {
    const { workspaceId, reviews } = await deleteWorkspace(config, log, print, command['delete-workspace'], signal);
    return `The workspace ${workspaceId} is deleted, with ${reviews === 1 ? '1 review' : `${reviews} reviews`}.`;
  }
  return null;
}

try {
  const command = readCommand();
  if (command.help === true) {
    print(help);
    process.exit(0);
  }
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel }, pino.destination(2));
  let service: RunningService | null = null;
  let stopping = false;
  const stop = (reason: string, exitCode: 0 | 1): void => {
    if (stopping) return;
    stopping = true;
    print(`${reason}: ${service === null ? 'stopping' : 'finishing what runs'}`);
    setTimeout(() => process.exit(1), 10_000).unref();
    interrupted.abort();
    service?.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ error: describeFault(error) }, 'stop');
        process.exit(1);
      },
    );
  };
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => stop(name, 0));
  const done = await maintain(config, log, command);
  if (done !== null) {
    print(done);
    process.exit(0);
  }
  service = await startService(config, log, print, { environment: process.env, signal });
  service.databaseFailed.then((output) => {
    log.fatal({ output }, 'the embedded PostgreSQL exited, so the service stops');
    stop('PostgreSQL exited', 1);
  });
  service.listenFailed.then((error) => stop(`Sightline cannot listen: ${reasonOf(error)}`, 1));
  if (config.role === 'worker') print('Sightline works on the queue.');
  else print(`Sightline is at ${service.baseUrl}\nFor agents:  ${service.baseUrl}/mcp/sightline`);
  if (service.setupUrl !== null && config.role !== 'worker') print(`Create its GitHub App:  ${service.setupUrl}`);
} catch (error) {
  if (signal.aborted) {
    if (args.length > 0) print('The command was stopped before it was done. Run it again.');
    process.exit(args.length > 0 ? 1 : 0);
  }
  if (error instanceof DomainError) print(error.message);
  else if (error instanceof ConfigError) print(`Sightline cannot start:\n${error.message}`);
  else print(`Sightline cannot start: ${reasonOf(error)}`);
  process.exit(1);
}
