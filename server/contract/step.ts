/** What is done on a loaded page before it is captured. `text` is the step as it is written. */
export type Step = { text: string } & (
  | { kind: 'click' | 'hover' | 'focus' | 'wait'; selector: string }
  | { kind: 'type'; selector: string; value: string }
  /** Without a selector, the page itself scrolls. `to` is in CSS pixels from its start. */
  | { kind: 'scroll'; selector: string | null; to: number }
);

export const MAX_STEPS = 20;
const MAX_LENGTH = 500;

const forms: Record<Step['kind'], string> = {
  click: 'click SELECTOR, such as click .menu',
  hover: 'hover SELECTOR, such as hover nav a',
  focus: 'focus SELECTOR, such as focus #email',
  wait: 'wait SELECTOR, such as wait .done',
  type: 'type SELECTOR = TEXT, such as type #search = shoes',
  scroll: 'scroll SELECTOR PIXELS, such as scroll .list 600, or scroll PIXELS',
};
type Without<T> = T extends Step ? Omit<T, 'text'> : never;
type Read = Without<Step>;
const isKind = (word: string): word is Step['kind'] => Object.hasOwn(forms, word);

function readRest(kind: Step['kind'], rest: string): Read | null {
  switch (kind) {
    case 'type': {
      const [, selector, value = ''] = /^(.+?) =(?: (.*))?$/.exec(rest) ?? [];
      return selector === undefined ? null : { kind, selector, value };
    }
    case 'scroll': {
      const [, selector = null, pixels] = /^(?:(.+) )?(\d{1,6})$/.exec(rest) ?? [];
      return pixels === undefined ? null : { kind, selector, to: Number(pixels) };
    }
    default:
      return rest === '' ? null : { kind, selector: rest };
  }
}

/** Reads a step. Returns why it is none, as the rest of a sentence after its name. */
export function readStep(given: string): Step | string {
  const text = given.trim();
  if (text.length > MAX_LENGTH) return `has ${text.length} characters; at most ${MAX_LENGTH} are allowed. Shorten it.`;
  if (/\p{Cc}/u.test(text)) return 'has a line break or control character. Write each step on one line.';
  const [, kind = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(text) ?? [];
  if (!isKind(kind)) return `must begin with click, hover, focus, type, scroll or wait, not "${kind.slice(0, 40)}".`;
  const step = readRest(kind, rest);
  return step === null ? `is incomplete. Write ${forms[kind]}.` : { text, ...step };
}

/** Reads steps that were checked before. */
export const toSteps = (texts: readonly string[]): Step[] =>
  texts.map(readStep).filter((step): step is Step => typeof step !== 'string');
