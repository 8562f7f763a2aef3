import * as core from '@actions/core';

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
