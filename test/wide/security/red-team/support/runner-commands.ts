/** The commands of a runner. Each affects the job or its output. */
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
 * What GitHub’s runner treats as a command in a job’s log: `::name …::` at the beginning of a line, after optional
 * white space, and the older `##[name …]` anywhere in a line that has no command of the first form.
 */
export function runnerCommands(log: string): RunnerCommand[] {
  return log.split('\n').flatMap((line): RunnerCommand[] => {
    const [, current = ''] = /^\s*::(\S+?)(?: .*?)?::/.exec(line) ?? [];
    if (known.has(current)) return [{ name: current, form: '::' }];
    const [, older = ''] = /##\[([^\] ]+)[^\]]*\]/.exec(line) ?? [];
    return known.has(older) ? [{ name: older, form: '##[' }] : [];
  });
}
