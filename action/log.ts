import * as core from '@actions/core';
import { withoutControls } from '../app/render/markdown.ts';

/**
 * Writes one line to the log: neither a second line nor a command, whatever a file's name or a page contains. The
 * runner also recognises `::` as a command after white space, and `##[` anywhere.
 */
export function log(line: string): void {
  const text = withoutControls(withoutSecrets(line).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
  core.info(text.replaceAll('##[', '## [').replace(/^\s*::/, ': :'));
}

/** Shows something that people should look at, as an annotation of the run. */
export const warn = (message: string): void => core.warning(withoutControls(withoutSecrets(message)));
export const notice = (message: string): void => core.notice(withoutControls(withoutSecrets(message)));

/** Groups lines that belong together, folded in the log. */
export const inGroup: <T>(title: string, work: () => Promise<T>) => Promise<T> = core.group;

const known = new Set<string>();

/** Masks a value from here on, in the log and in everything that this step writes elsewhere. */
export function keepSecret(value: string): void {
  if (value === '') return;
  core.setSecret(value);
  known.add(value);
}

/**
 * Returns text without the secrets, because GitHub does not mask outputs, and a service may repeat what it was sent.
 */
export function withoutSecrets(text: string): string {
  return [...known].sort((a, b) => b.length - a.length).reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
