import type { ComponentNote } from '../in-page.ts';
import { callInFrame } from '../in-page.ts';
import { isFields, readNumber, readText } from '../page-data.ts';
import type { World } from '../world.ts';
import { orTerminated } from './or-terminated.ts';
import type { Place } from './source-map.ts';

/** A place that a page names. Its file is as the page wrote it. */
export interface NotedPlace extends Place {
  /** Whether the position is within a built script, whose source map has the true one */
  isBuilt: boolean;
}

const readNote = (value: unknown): ComponentNote | null =>
  isFields(value)
    ? {
        file: readText(value.file, 1_000),
        line: Math.round(readNumber(value.line, 10_000_000)),
        column: Math.round(readNumber(value.column, 10_000_000)),
        frame: readText(value.frame, 600),
      }
    : null;

/** Reads a line of a stack, such as `at Card (http://host/src/Card.jsx:10:5)`. */
export function readFrame(frame: string): NotedPlace | null {
  const found =
    /(?:\(|@|\s|^)((?:https?|file|webpack-internal|webpack|turbopack):[^\s()]*?|\/[^\s()]*?):(\d{1,7}):(\d{1,7})\)?\s*$/.exec(
      frame.slice(-600),
    );
  const [, file, line, column] = found ?? [];
  return file === undefined ? null : { file, line: Number(line), column: Number(column), isBuilt: true };
}

export function placeOf(note: ComponentNote | null): NotedPlace | null {
  if (note === null) return null;
  if (note.file === '') return readFrame(note.frame);
  return { file: note.file, line: note.line, column: note.column, isBuilt: false };
}

const sourceFile = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx?|html?)$/i;

/** Returns the place that attributes of build plugins name, such as `data-v-inspector="src/App.vue:3:5"`; or null. */
export function placeInAttributes(attributes: readonly (readonly [string, string])[]): NotedPlace | null {
  const values = new Map(attributes);
  const whole = ['data-v-inspector', 'data-source', 'data-source-loc', 'data-loc', 'data-insp-path', 'data-dev-path'];
  for (const name of whole) {
    const found = /^(.+?\.\w{1,8})(?::(\d{1,7}))?(?::(\d{1,7}))?(?::.*)?$/.exec(values.get(name) ?? '');
    const [, file = '', line = '0', column = '0'] = found ?? [];
    // A page may call anything of its own a source, such as a host.
    if (file !== '' && (line !== '0' || sourceFile.test(file))) {
      return { file, line: Number(line), column: Number(column), isBuilt: false };
    }
  }
  const file =
    values.get('data-astro-source-file') ??
    values.get('data-inspector-relative-path') ??
    values.get('data-source-file') ??
    values.get('data-component-file');
  if (file === undefined || file === '') return null;
  const [line = '0', column = '0'] = (values.get('data-astro-source-loc') ?? '').split(':');
  const number = (text: string) => (/^\d{1,7}$/.test(text) ? Number(text) : 0);
  return {
    file,
    line: number(values.get('data-inspector-line') ?? line),
    column: number(values.get('data-inspector-column') ?? column),
    isBuilt: false,
  };
}

/** Asks the world of the page's own scripts what frameworks noted on elements, the closest place first. */
export async function askComponents({ session }: World, positions: readonly number[], limitMs: number) {
  const expression = callInFrame('readComponents', positions);
  const asking = session.send('Runtime.evaluate', { expression, returnByValue: true });
  const { result } = await orTerminated(session, asking, limitMs);
  const answer: unknown = result.value;
  const notes = isFields(answer) && Array.isArray(answer.notes) ? answer.notes : [];
  return {
    notes: positions.map((_, at) => {
      const own: unknown = notes[at];
      return (Array.isArray(own) ? own.slice(0, 2) : []).map((note) => placeOf(readNote(note)));
    }),
    story: isFields(answer) ? readText(answer.story, 1_000) : '',
  };
}
