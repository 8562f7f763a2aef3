import * as core from '@actions/core';

const known = new Set<string>();

/** Masks a value in the log from here on, and in whatever this step writes elsewhere. */
export function keepSecret(value: string): void {
  if (value === '') return;
  core.setSecret(value);
  known.add(value);
}

/** A text without the secrets: outputs are not masked by anybody, and a service may repeat what it was sent. */
export function withoutSecrets(text: string): string {
  return [...known].sort((a, b) => b.length - a.length).reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
