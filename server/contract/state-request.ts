import { toSteps } from './step.ts';

/** The screens that pages are captured on. */
export const viewportNames = ['desktop', 'mobile'] as const;

/** On which screens a page is captured, and what brings it into a state, as a request gives it. */
export interface StateRequest {
  /** Default: all */
  viewports?: (typeof viewportNames)[number][] | undefined;
  steps?: string[] | undefined;
  colour_scheme?: 'light' | 'dark' | undefined;
  reduced_motion?: boolean | undefined;
  locale?: string | undefined;
  /** A name in place of the steps and modes */
  state?: string | undefined;
}

export interface PageState {
  steps: string[];
  colour_scheme: 'light' | 'dark';
  reduced_motion: boolean;
  locale: string;
}

/** How every page is shown that asks for nothing else. */
const plain: PageState = { steps: [], colour_scheme: 'light', reduced_motion: true, locale: 'en-US' };
/** The most characters of a state's name; those of a label without its viewport */
const MAX_NAME = 60;
const MAX_LABEL = 110;

/** As long as language tags need to be (RFC 5646, 4.4.1) */
const MAX_LOCALE = 35;

export function isLocale(tag: string): boolean {
  try {
    return tag.length <= MAX_LOCALE && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Returns the state that a request asks for; null when it asks for none. */
export function pageStateOf({ steps = [], colour_scheme, reduced_motion, locale }: StateRequest): PageState | null {
  if (steps.length === 0 && colour_scheme === undefined && reduced_motion === undefined && locale === undefined) {
    return null;
  }
  return {
    steps: steps.map((step) => step.trim()),
    colour_scheme: colour_scheme ?? plain.colour_scheme,
    reduced_motion: reduced_motion ?? plain.reduced_motion,
    locale: locale === undefined ? plain.locale : (Intl.getCanonicalLocales(locale)[0] ?? locale),
  };
}

/** Returns the beginning of a text, without half an emoji at its end. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${cut(text, most - 1).trimEnd()}…`;

/** Returns `click .menu · dark`: the given name, or the steps and what differs from how pages are shown otherwise. */
function nameOf(request: StateRequest): string {
  if (request.state !== undefined) return shortened(request.state, MAX_NAME);
  const state = pageStateOf(request) ?? plain;
  const modes = [
    ...(state.colour_scheme === plain.colour_scheme ? [] : [state.colour_scheme]),
    ...(state.reduced_motion === plain.reduced_motion ? [] : ['full motion']),
    ...(state.locale === plain.locale ? [] : [state.locale]),
  ].join(' · ');
  const steps = shortened(state.steps.join(' · '), MAX_NAME - modes.length - 3);
  return [steps, modes].filter((part) => part !== '').join(' · ');
}

/** Returns a page's label with its state: `/shop · click .menu · dark`. The viewport's name follows it. */
export function stateLabel(label: string, request: StateRequest): string {
  const name = nameOf(request);
  return name === '' ? label : `${cut(label, MAX_LABEL - name.length - 3)} · ${name}`;
}

/** Returns what the browser is asked for, to show a page in this state. */
export const toCaptureFields = (state: PageState | null) =>
  state === null
    ? {}
    : {
        steps: toSteps(state.steps),
        colourScheme: state.colour_scheme,
        reducedMotion: state.reduced_motion,
        locale: state.locale,
      };

/** Returns whether a request asks for the page on this screen. */
export const isOn = ({ viewports }: StateRequest, name: string): boolean =>
  viewports?.some((each) => each === name) ?? true;
