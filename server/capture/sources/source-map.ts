import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { type Fields, isFields, readList } from '../page-data.ts';

/** Characters of a map; larger ones are those of whole applications, and take long to decode. */
export const MAX_MAP_LENGTH = 6_000_000;
const maxSources = 5_000;
const maxMappings = 2_500_000;
const maxLines = 200_000;

/** Whether the mappings are those of a file that somebody could have written. */
function isReasonable(mappings: string): boolean {
  if (mappings.length > maxMappings) return false;
  let lines = 0;
  for (let at = mappings.indexOf(';'); at !== -1; at = mappings.indexOf(';', at + 1)) lines += 1;
  return lines <= maxLines;
}

/** A place in a source file */
export interface Place {
  file: string;
  /** 1-based; 0: unknown */
  line: number;
  column: number;
}

export interface SourceMap {
  /** As the map names them */
  files: readonly string[];
  /**
   * Returns where a position (both 1-based) was before the build, in a file as the map names it; null where the map says
   * nothing.
   */
  find(line: number, column: number): Place | null;
  /** Returns the text of a file, by its path or else by its name; null if the map has none. */
  contentOf(file: string): string | null;
}

/** Returns what the map says of a position; null where it is damaged, which shows only when it is decoded. */
function lookUp(trace: TraceMap, line: number, column: number) {
  try {
    return originalPositionFor(trace, { line, column: column - 1 });
  } catch {
    return null;
  }
}

const resolve = (file: string, base: string): string =>
  /^[a-z][\w+.-]*:/i.test(file) || file.startsWith('/') ? file : (URL.parse(file, base)?.href ?? file);

/** A part of a map, from a position of the built file on. Line and column are 0-based. */
interface Section {
  line: number;
  column: number;
  trace: TraceMap;
  root: string;
  sources: (string | null)[];
  contents: (string | null)[];
}

function readSection(map: unknown, { line, column }: Fields): Section | null {
  if (!isFields(map) || typeof map.mappings !== 'string' || !Array.isArray(map.sources)) return null;
  const { mappings, sourcesContent, sourceRoot } = map;
  const sources: unknown[] = map.sources;
  if (!isReasonable(mappings) || !sources.every((each) => each === null || typeof each === 'string')) return null;
  if (typeof line !== 'number' || typeof column !== 'number') return null;
  const texts: unknown[] = Array.isArray(sourcesContent) ? sourcesContent : [];
  return {
    line,
    column,
    trace: new TraceMap({ version: 3, mappings, names: [], sources }),
    root: typeof sourceRoot === 'string' && sourceRoot !== '' ? `${sourceRoot.replace(/\/$/, '')}/` : '',
    sources,
    contents: sources.map((_, at) => {
      const text = texts[at];
      return typeof text === 'string' ? text : null;
    }),
  };
}

/** Reads the sections of a map: one, unless a bundler such as Turbopack joined the maps of its modules. */
function readSections(map: unknown): Section[] | null {
  const isJoined = isFields(map) && Array.isArray(map.sections);
  const sections = isJoined
    ? readList(map.sections).map((each) => readSection(each.map, isFields(each.offset) ? each.offset : {}))
    : [readSection(map, { line: 0, column: 0 })];
  return sections.length > 0 && sections.every((each) => each !== null) ? sections : null;
}

/** Reads a source map at the address `base`; null for what is no map, or none that is worth its time. */
export function readSourceMap(text: string, base: string): SourceMap | null {
  if (text.length > MAX_MAP_LENGTH) return null;
  try {
    // Some servers put this before a map, so that no script can load it.
    const all = readSections(JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, '')));
    if (all === null) return null;
    const sources = all.flatMap((section) => section.sources);
    const contents = all.flatMap((section) => section.contents);
    if (sources.length > maxSources) return null;
    const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
    return {
      files: sources.filter((each) => each !== null),
      find(line, column) {
        const section = all.findLast(
          (each) => each.line < line - 1 || (each.line === line - 1 && each.column < column),
        );
        if (section === undefined) return null;
        const { trace, root } = section;
        const found = lookUp(trace, line - section.line, section.line === line - 1 ? column - section.column : column);
        if (found === null || found.source === null || found.line === null) return null;
        // As the map names it: without its dots, the name of the package in `webpack://name/./a.css` looks like a folder.
        const source = section.sources[trace.resolvedSources.indexOf(found.source)];
        if (typeof source !== 'string' || /[\0<>]/.test(source)) return null;
        const file = resolve(/^[a-z][\w+.-]*:|^\//i.test(source) ? source : root + source, base);
        return { file, line: found.line, column: found.column + 1 };
      },
      contentOf(file) {
        const exact = sources.indexOf(file);
        const at = exact === -1 ? sources.findIndex((each) => each !== null && nameOf(each) === nameOf(file)) : exact;
        return contents[at] ?? null;
      },
    };
  } catch {
    return null;
  }
}

/** Returns the text of a map in a data URL; null for any other address. */
export function inlineMap(url: string): string | null {
  const data = /^data:(?:application|text)\/json[^,]{0,60},/i.exec(url);
  if (data === null || url.length > MAX_MAP_LENGTH * 1.4) return null;
  const body = url.slice(data[0].length);
  try {
    return /;base64,$/i.test(data[0]) ? Buffer.from(body, 'base64').toString() : decodeURIComponent(body);
  } catch {
    return null;
  }
}

/** Returns the address of the map that a script or stylesheet names at its end; null if it names none. */
export function mapAddress(text: string): string | null {
  const at = text.lastIndexOf('sourceMappingURL=');
  if (at === -1) return null;
  return /^sourceMappingURL=([^\s*'"]+)/.exec(text.slice(at))?.[1] ?? null;
}
