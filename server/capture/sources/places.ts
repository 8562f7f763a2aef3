import type { CapturedElement } from '../element-list.ts';
import type { World } from '../world.ts';
import { cleanPath, rootsOf } from './clean-path.ts';
import { askComponents, type NotedPlace, placeInAttributes } from './components.ts';
import { findTag, readTemplate, type Template } from './find-tag.ts';
import { loadedText } from './load-resource.ts';
import type { Matches } from './read-matches.ts';
import { namesFile, pageFile } from './rule-places.ts';
import { Scripts } from './scripts.ts';
import type { Place } from './source-map.ts';
import type { Sheet } from './stylesheets.ts';

const askMs = 1_000;
const maxDocumentBytes = 1_000_000;

export interface ElementPlace extends Place {
  kind: 'component' | 'story';
  /** 0: possible, 1: likely, 2: certain */
  certainty: 0 | 1 | 2;
}

interface Listed {
  elements: readonly CapturedElement[];
  matches: Matches;
}

/** Counts elements that are described by the same words, so that each is found at its own tag. */
function counter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  };
}

/** Returns the components and stories that made each element, the closest first. */
export async function placesOf(
  world: World,
  page: string,
  { sheets, served, roots: known }: { sheets: readonly Sheet[]; served: readonly string[]; roots: readonly string[] },
  { elements, matches }: Listed,
): Promise<ElementPlace[][]> {
  const { notes, story } = await askComponents(world, matches.positions, askMs).catch(() => ({
    notes: [] as (NotedPlace | null)[][],
    story: '',
  }));
  const files = notes.flat().flatMap((note) => (note === null || note.isBuilt ? [] : [note.file]));
  const roots = [...known, ...rootsOf(files, served)];
  const scripts = new Scripts(world, roots);
  const templates = new Map<string, Promise<Template | null>>();
  const template = (name: string, load: () => Promise<string | null>): Promise<Template | null> => {
    const reading = async (): Promise<Template | null> => {
      const text = await load().catch(() => null);
      return text === null ? null : readTemplate(text);
    };
    const read = templates.get(name) ?? reading();
    templates.set(name, read);
    return read;
  };
  /** Reads the text of a component, as a source map of its styles or of its script has it. */
  const textOf = async (file: string, clean: string): Promise<string | null> => {
    for (const { map } of sheets) {
      const text = map?.files.includes(file) === true ? map.contentOf(file) : null;
      if (text !== null) return text;
    }
    return (await scripts.map(new URL(`/${clean}`, page).href))?.contentOf(file) ?? null;
  };
  const noted = elements.map((_, at): (NotedPlace | null)[] => {
    const attribute = placeInAttributes(matches.notes[at] ?? []);
    const own = notes[at] ?? [];
    if (attribute !== null) return [attribute, ...own];
    return own.every((note) => note === null) ? [] : own;
  });
  const count = counter();
  const storyFile = cleanPath(story, roots);
  const isHtml = noted.every((own) => own.length === 0);
  const load = () => loadedText(world.session, world.frameId, page, maxDocumentBytes);
  const document = isHtml ? await template(page, load) : null;
  const documentFile = pageFile(page);

  /** Looks an element up in the text of a file. */
  const lookUp = (file: string, text: Template, at: number) => {
    const { tag = '', text: words = '' } = elements[at] ?? {};
    const about = matches.about[at] ?? { id: '', classes: '', href: '' };
    return findTag(text, { ...about, tag, text: words }, (group) => count(`${file} ${group}`));
  };

  async function componentsOf(at: number): Promise<ElementPlace[]> {
    const found: ElementPlace[] = [];
    for (const [index, note] of (noted[at] ?? []).entries()) {
      const place = note === null ? null : await scripts.original(note);
      if (note === null || place === null || found.some(({ file, line }) => file === place.file && line === place.line))
        continue;
      if (index > 0) found.push({ kind: 'component', ...place, certainty: 0 });
      else if (place.line > 0) found.push({ kind: 'component', ...place, certainty: 2 });
      else {
        const text = await template(note.file, () => textOf(note.file, place.file));
        const tag = text === null ? null : lookUp(note.file, text, at);
        const { line, column } = tag ?? place;
        found.push({ kind: 'component', file: place.file, line, column, certainty: tag?.isOnly === false ? 0 : 1 });
      }
    }
    return found;
  }

  /** Returns the place of an element on which no framework notes anything, by the closest element that has a note. */
  async function ancestorPlace(at: number): Promise<ElementPlace[]> {
    let above = elements[at]?.parent ?? null;
    while (above !== null && noted[above]?.[0] == null) above = elements[above]?.parent ?? null;
    const note = above === null ? null : noted[above]?.[0];
    const place = note == null ? null : await scripts.original(note);
    if (note == null || place === null) return [];
    const text = place.line > 0 ? null : await template(note.file, () => textOf(note.file, place.file));
    const tag = text === null ? null : lookUp(note.file, text, at);
    if (tag === null) return [{ kind: 'component', ...place, certainty: 0 }];
    const { line, column, isOnly } = tag;
    return [{ kind: 'component', file: place.file, line, column, certainty: isOnly ? 1 : 0 }];
  }

  function inDocument(at: number): ElementPlace[] {
    const tag = document === null || documentFile === null ? null : lookUp(page, document, at);
    if (tag === null || documentFile === null) return [];
    const { line, column, isOnly } = tag;
    return [{ kind: 'component', file: documentFile, line, column, certainty: isOnly && namesFile(page) ? 1 : 0 }];
  }

  const places: ElementPlace[][] = [];
  for (const at of elements.keys()) {
    const own = isHtml ? inDocument(at) : noted[at]?.length === 0 ? await ancestorPlace(at) : await componentsOf(at);
    if (storyFile !== null) own.push({ kind: 'story', file: storyFile, line: 0, column: 0, certainty: 1 });
    places.push(own);
  }
  return places;
}
