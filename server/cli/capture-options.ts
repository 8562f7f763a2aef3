import type { Options, Values } from './command.ts';
import { UsageError } from './failure.ts';
import type { CaptureOptions } from './read-source.ts';

/** The options for how a page is captured, for every command that takes addresses. */
export const captureOptions = {
  pages: {
    type: 'string',
    multiple: true,
    value: 'PATH...',
    help: 'Paths of the address to capture, such as / /pricing',
  },
  capture: {
    type: 'string',
    value: 'WHERE',
    help: 'here or service (default: here for addresses of this machine and of private networks)',
  },
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

function readPlace(text: string): 'here' | 'service' {
  if (text === 'here' || text === 'service') return text;
  throw new UsageError(`--capture must be here or service, not "${text}".`);
}

export function readCapture(values: Values<typeof captureOptions>) {
  const capture: CaptureOptions = {};
  if (values.pages !== undefined) capture.pages = values.pages;
  if (values.capture !== undefined) capture.place = readPlace(values.capture);
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
