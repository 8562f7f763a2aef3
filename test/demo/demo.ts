/** `npm run demo`: plays the whole loop on this machine, with a person or, with `--auto`, a scripted reviewer. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runDemo } from './run-demo.ts';

const usage = `Usage: npm run demo [-- --auto]
  --auto           a scripted reviewer decides; the exit code is 0 only if every mark was fixed as asked
  --folder FOLDER  where everything is kept (.sightline/demo); what is there is deleted
`;

function readOptions(): { auto: boolean; folder: string } | 'help' | null {
  try {
    const { values } = parseArgs({
      options: { auto: { type: 'boolean', default: false }, folder: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help === true) return 'help';
    // Without `--`, npm takes the option for one of its own and passes it on like this.
    const auto = values.auto || process.env.npm_config_auto === 'true';
    return { auto, folder: values.folder ?? join(import.meta.dirname, '../../.sightline/demo') };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}

const options = readOptions();
if (options === null) {
  process.stderr.write(usage);
  process.exit(2);
}
if (options === 'help') {
  process.stdout.write(usage);
  process.exit(0);
}
const abort = new AbortController();
let code = 1;
const stopWith = (wanted: number): void => {
  code = wanted;
  abort.abort();
};
process.on('SIGINT', () => stopWith(130));
process.on('SIGTERM', () => stopWith(143));
process.on('SIGHUP', () => stopWith(129));
// A person may take an hour, but a machine that takes this long is stuck.
const stuck = setTimeout(() => {
  process.stdout.write('\nThe demo did not finish within five minutes.\n');
  stopWith(1);
}, 300_000);
if (!options.auto) clearTimeout(stuck);
const passed = await runDemo({
  ...options,
  signal: abort.signal,
  say: (line) => void process.stdout.write(`${line}\n`),
});
process.exit(passed === null ? code : passed ? 0 : 1);
