/** The commands that a runner knows; each does something to the job or to what is shown of it. */
const known = new Set(
  [
    'add-mask add-matcher add-path debug echo endgroup error group internal-set-repo-path notice remove-matcher',
    'save-state set-env set-output stop-commands warning',
  ]
    .join(' ')
    .split(' '),
);

interface RunnerCommand {
  name: string;
  form: '::' | '##[';
}

/**
 * What GitHub's runner takes for a command in a job's log, by its own rules: `::name …::` at a line's beginning, white
 * space before it not counted, and the older `##[name …]` anywhere in a line that is not already the former.
 */
export function runnerCommands(log: string): RunnerCommand[] {
  return log.split('\n').flatMap((line): RunnerCommand[] => {
    const [, current = ''] = /^\s*::(\S+?)(?: .*?)?::/.exec(line) ?? [];
    if (known.has(current)) return [{ name: current, form: '::' }];
    const [, older = ''] = /##\[([^\] ]+)[^\]]*\]/.exec(line) ?? [];
    return known.has(older) ? [{ name: older, form: '##[' }] : [];
  });
}
