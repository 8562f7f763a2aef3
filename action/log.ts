import * as core from '@actions/core';

/** A line of the log, and nothing else: neither a second line nor a command, whatever a file's name or a page says. */
export function log(line: string): void {
  core.info(line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/^(::|##\[)/, ' $1'));
}

/** Lines that belong together, folded away in the log. */
export const inGroup: <T>(title: string, work: () => Promise<T>) => Promise<T> = core.group;
