import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

let source: Promise<string> | undefined;

/** Returns the accessibility engine's source as one script, read once. */
export function engineSource(): Promise<string> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return source;
}
