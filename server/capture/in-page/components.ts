// Runs in the world of the page's own scripts, which may have replaced anything: every value is untrusted, getters are
// not called where a property can be read without them, and the caller ends what takes too long.
import type { ComponentNote } from '../in-page.ts';

type Any = Record<string, unknown>;

function own(object: unknown, name: string): unknown {
  if (typeof object !== 'object' && typeof object !== 'function') return undefined;
  if (object === null) return undefined;
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const text = (value: unknown): string => (isText(value) ? value.slice(0, 1_000) : '');
const number = (value: unknown): number => (typeof value === 'number' && value >= 0 && value < 1e7 ? value | 0 : 0);

/** Functions and files of frameworks, through which an element is created */
const framework =
  /\bat (?:\w+\.)*(?:jsxs?|jsxs?DEV|createElement|cloneElement|react_stack_bottom_frame)\b|<anonymous>|node_modules|\/deps\/|react-dom|react[-_]jsx/;

/** Returns the line of a stack at which the element was created: the first that is not of the framework itself. */
function frameOf(stack: unknown): string {
  const whole = typeof stack === 'object' && stack !== null ? (stack as Any).stack : stack;
  if (!isText(whole)) return '';
  const lines = whole.slice(0, 6_000).split('\n');
  for (let at = 1; at < lines.length && at < 12; at += 1) {
    const line = (lines[at] ?? '').slice(0, 600);
    if (!framework.test(line)) return line;
  }
  return '';
}

function reactNote(fiber: unknown): ComponentNote | null {
  const source = own(fiber, '_debugSource');
  const file = text(own(source, 'fileName'));
  if (file !== '') {
    return { file, line: number(own(source, 'lineNumber')), column: number(own(source, 'columnNumber')), frame: '' };
  }
  const frame = frameOf(own(fiber, '_debugStack'));
  return frame === '' ? null : { file: '', line: 0, column: 0, frame };
}

function react(element: object): (ComponentNote | null)[] {
  const key = Object.getOwnPropertyNames(element).find((name) =>
    /^__reactFiber\$|^__reactInternalInstance\$/.test(name),
  );
  if (key === undefined) return [];
  const fiber = own(element, key);
  const owner = own(fiber, '_debugOwner');
  return [reactNote(fiber), reactNote(owner)];
}

function vue(element: object): (ComponentNote | null)[] {
  const note = (instance: unknown): ComponentNote | null => {
    const file = text(own(own(instance, 'type'), '__file'));
    return file === '' ? null : { file, line: 0, column: 0, frame: '' };
  };
  // The content of a slot lies inside one component, but another one’s template made it.
  const instance = own(own(element, '__vnode'), 'ctx') ?? own(element, '__vueParentComponent');
  const old = own(own(own(element, '__vue__'), '$options'), '__file');
  if (isText(old)) return [{ file: text(old), line: 0, column: 0, frame: '' }];
  return [note(instance), note(own(instance, 'parent'))];
}

function svelte(element: object): (ComponentNote | null)[] {
  const note = (loc: unknown): ComponentNote | null => {
    const file = text(own(loc, 'file'));
    return file === ''
      ? null
      : { file, line: number(own(loc, 'line')), column: number(own(loc, 'column')) + 1, frame: '' };
  };
  const meta = own(element, '__svelte_meta');
  return meta === undefined ? [] : [note(own(meta, 'loc')), note(own(meta, 'parent'))];
}

function angular(element: object): (ComponentNote | null)[] {
  const ng = own(globalThis, 'ng');
  const owning = own(ng, 'getOwningComponent');
  if (typeof owning !== 'function') return [];
  const type = (owning(element) as Any | null)?.constructor;
  const info = own(own(type, 'ɵcmp'), 'debugInfo');
  const file = text(own(info, 'filePath'));
  return file === '' ? [] : [{ file, line: number(own(info, 'lineNumber')), column: 0, frame: '' }];
}

function storyFile(): string {
  const preview = (globalThis as unknown as Any).__STORYBOOK_PREVIEW__ as Any | undefined;
  const render = preview?.currentRender as Any | undefined;
  const story = render?.story as Any | undefined;
  return text((story?.parameters as Any | undefined)?.fileName);
}

/**
 * Reads what frameworks note in development on the elements at these positions of the document, and on the component
 * that made each; and the file of the story that Storybook shows.
 */
export function readComponents(positions: readonly number[]) {
  const all = document.getElementsByTagName('*');
  const notes: (ComponentNote | null)[][] = [];
  for (const position of positions) {
    const element = all[position];
    let found: (ComponentNote | null)[] = [];
    try {
      if (element !== undefined) {
        for (const read of [react, vue, svelte, angular]) {
          if (found.every((note) => note === null)) found = read(element);
        }
      }
    } catch {
      // A page may give its elements anything.
    }
    notes.push(found);
  }
  let story = '';
  try {
    story = storyFile();
  } catch {
    // As above
  }
  return { notes, story };
}
