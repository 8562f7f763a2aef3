import { isLocale, type StateRequest } from '../contract/state-request.ts';
import { MAX_STEPS, readStep } from '../contract/step.ts';
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
  viewport: { type: 'string', multiple: true, value: 'NAME', help: 'desktop or mobile (default: both)' },
  step: {
    type: 'string',
    multiple: true,
    value: '"click .menu"',
    help: 'Do this first: click, hover, focus, type, scroll, wait; in order',
  },
  'colour-scheme': { type: 'string', value: 'SCHEME', help: 'light or dark' },
  'reduced-motion': { type: 'string', value: 'BOOLEAN', help: 'true (default) or false' },
  locale: { type: 'string', value: 'TAG', help: 'The browser’s language, such as de or pt-BR' },
  state: { type: 'string', value: 'NAME', help: 'Name the steps and modes in the labels' },
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

function readStates(values: Values<typeof captureOptions>): StateRequest {
  const { step: steps = [] } = values;
  if (steps.length > MAX_STEPS)
    throw new UsageError(`${steps.length} steps are too many for one page, which takes ${MAX_STEPS}.`);
  for (const step of steps) {
    const read = readStep(step);
    if (typeof read === 'string') throw new UsageError(`--step "${step}" ${read}`);
  }
  for (const name of values.viewport ?? []) {
    if (name !== 'desktop' && name !== 'mobile')
      throw new UsageError(`--viewport must be desktop or mobile, not "${name}".`);
  }
  const { 'colour-scheme': scheme, 'reduced-motion': motion, locale } = values;
  if (scheme !== undefined && scheme !== 'light' && scheme !== 'dark') {
    throw new UsageError(`--colour-scheme must be light or dark, not "${scheme}".`);
  }
  if (motion !== undefined && motion !== 'true' && motion !== 'false') {
    throw new UsageError(`--reduced-motion must be true or false, not "${motion}".`);
  }
  if (locale !== undefined && !isLocale(locale)) {
    throw new UsageError(`--locale must be a language tag such as de or pt-BR, not "${locale}".`);
  }
  const viewports = values.viewport;
  const request = { viewports, steps: values.step, colour_scheme: scheme, locale, state: values.state };
  const reduced = motion === undefined ? {} : { reduced_motion: motion === 'true' };
  return { ...Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)), ...reduced };
}

export function readCapture(values: Values<typeof captureOptions>) {
  const capture: CaptureOptions = readStates(values);
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
