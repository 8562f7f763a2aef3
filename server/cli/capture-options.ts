import type { Options } from './command.ts';
import { UsageError } from './failure.ts';
import type { CaptureOptions } from './read-source.ts';

/** The options for how the service captures a page, for every command that takes addresses. */
export const captureOptions = {
  header: { type: 'string', multiple: true, value: '"NAME: VALUE"', help: 'Sent to the captured page' },
  cookie: { type: 'string', multiple: true, value: 'NAME=VALUE', help: 'Sent to the captured page' },
  'wait-for': { type: 'string', value: 'SELECTOR', help: 'Capture when this is visible' },
  mask: { type: 'string', multiple: true, value: 'SELECTOR', help: 'Paint over this part' },
} as const satisfies Options;

/** `name: value` or `name=value`. */
function readPair(text: string, sign: ':' | '=', option: string): [string, string] {
  const at = text.indexOf(sign);
  if (at < 1) throw new UsageError(`${option} must look like ${sign === ':' ? '"Name: value"' : 'name=value'}.`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

export function readCapture(values: { header?: string[]; cookie?: string[]; 'wait-for'?: string; mask?: string[] }) {
  const capture: CaptureOptions = {};
  if (values.header !== undefined) {
    capture.headers = Object.fromEntries(values.header.map((text) => readPair(text, ':', '--header')));
  }
  if (values.cookie !== undefined) {
    const pairs = values.cookie.map((text) => readPair(text, '=', '--cookie'));
    capture.cookies = pairs.map(([name, value]) => ({ name, value }));
  }
  if (values['wait-for'] !== undefined) capture.wait_for = values['wait-for'];
  if (values.mask !== undefined) capture.mask = values.mask;
  return capture;
}
