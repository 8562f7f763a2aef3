import { runCommandLine } from './command-line.ts';
import { exitCode } from './exit-code.ts';
import { createTerminal } from './terminal.ts';

const args = process.argv.slice(2);
const terminal = createTerminal(args.includes('--json'), process.env, process);

process.on('SIGINT', () => {
  process.stderr.write(`\n${terminal.advice() || 'Stopped.'}\n`);
  process.exit(exitCode.interrupted);
});
// A reader that stops early, such as `head`, is no error, and changes neither what is done nor the exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(exitCode.error);
  });
}

process.exitCode = await runCommandLine(args, terminal, process.env);
