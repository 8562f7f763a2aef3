import * as core from '@actions/core';
import { withoutSecrets } from './secrets.ts';

/**
 * Makes one line of the log: neither a second line nor a command, whatever a file's name or a page contains. The
 * runner takes `::` for a command behind white space too, and `##[` wherever it stands.
 */
export function log(line: string): void {
  core.info(
    withoutSecrets(line)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replaceAll('##[', '## [')
      .replace(/^\s*::/, ': :'),
  );
}

/** What a person should look at, as an annotation of the run. */
export const warn = (message: string): void => core.warning(withoutSecrets(message));
export const notice = (message: string): void => core.notice(withoutSecrets(message));

/** Lines that belong together, folded away in the log. */
export const inGroup: <T>(title: string, work: () => Promise<T>) => Promise<T> = core.group;
