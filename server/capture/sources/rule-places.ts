import { cleanPath } from './clean-path.ts';
import { type CssRule, readRules, type Scope, topScope } from './css-rules.ts';
import { lineIndex } from './line-index.ts';
import type { CssDeclaration } from './scan-css.ts';
import type { Place } from './source-map.ts';
import type { Sheet, Sheets } from './stylesheets.ts';

const maxRules = 8_000;
const parseMs = 250;

export interface RulePlace extends Place {
  /** Whether a source map or the file itself says so */
  isKnown: boolean;
}

export interface PlacedRule {
  rule: CssRule;
  /** null where nothing names its file */
  place(): RulePlace | null;
  /** The line of a declaration in the file of its rule; 0: unknown */
  lineOf(declaration: CssDeclaration): number;
}

/** Returns the file that a page's address names; null where it names a page, but no file. */
export function pageFile(page: string): string | null {
  const { pathname } = new URL(page);
  if (pathname.endsWith('/')) return cleanPath(`${page.replace(/[?#].*$/s, '')}index.html`);
  return /\.x?html?$/i.test(pathname) ? cleanPath(page) : null;
}

/** Whether a page's address names its file; otherwise the server chooses it. */
export const namesFile = (page: string): boolean => !new URL(page).pathname.endsWith('/');

/** Whether the text is what a tool made of the source, whose lines are then others. */
const isBuilt = ({ url, text, mapUrl, isChanged }: Sheet): boolean =>
  isChanged ||
  mapUrl !== '' ||
  /[-.](?=[\w-]*\d)[\w-]{8,}\.css$|\.min\.css$/.test(url.replace(/[?#].*$/s, '')) ||
  /[^\n]{2000}|\/\*\s*!\s*tailwindcss v/.test(text);

/** Returns the file of a stylesheet without a source map, and whether its lines are those of the source. */
function fileOf(sheet: Sheet, page: string, roots: readonly string[]): { file: string; hasLines: boolean } | null {
  if (sheet.note !== '') {
    const file = cleanPath(sheet.note, roots);
    return file === null ? null : { file, hasLines: /\.css$/.test(sheet.note) && !isBuilt(sheet) };
  }
  if (sheet.isInline) {
    const file = pageFile(page);
    return file === null ? null : { file, hasLines: !sheet.isChanged };
  }
  // Nobody can tell where a style element that a script inserted comes from; other hosts serve other people's styles.
  if (sheet.url === '' || new URL(sheet.url).host !== new URL(page).host) return null;
  const file = cleanPath(sheet.url);
  return file === null ? null : { file, hasLines: !isBuilt(sheet) };
}

/** Returns the path of a file of which a map has only the name, where the page loaded one file of that name. */
function whole(file: string | null, served: readonly string[]): string | null {
  if (file === null || file.includes('/')) return file;
  const paths = new Set(served.filter((path) => path.endsWith(`/${file}`)));
  const [path] = paths;
  return path !== undefined && paths.size === 1 ? (cleanPath(path.slice(1)) ?? file) : file;
}

/**
 * Parses the stylesheets, within limits. The rules come in the order of the cascade; `isComplete` is false when some are
 * missing.
 */
export function placeRules(
  { sheets, imports, ...known }: Pick<Sheets, 'sheets' | 'imports' | 'served' | 'names' | 'page' | 'isComplete'>,
  roots: readonly string[],
): { rules: PlacedRule[]; isComplete: boolean } {
  const { served, names, page } = known;
  const end = performance.now() + parseMs;
  const rules: PlacedRule[] = [];
  let { isComplete } = known;
  const reading = new Set<Sheet>();

  function read(sheet: Sheet, scope: Scope): void {
    if (reading.has(sheet)) return;
    if (performance.now() > end || rules.length >= maxRules) {
      isComplete = false;
      return;
    }
    reading.add(sheet);
    const positionOf = lineIndex(sheet.text);
    const { map } = sheet;
    const unmapped = map === null ? fileOf(sheet, page, roots) : null;
    const places = new Map<number, RulePlace | null>();
    const look = (offset: number): RulePlace | null => {
      const at = positionOf(offset);
      if (map !== null) {
        const found = map.find(at.line, at.column);
        const file = found === null ? null : whole(cleanPath(found.file, roots), served);
        return found === null || file === null ? null : { ...found, file, isKnown: true };
      }
      if (unmapped === null) return null;
      const { file, hasLines } = unmapped;
      if (!hasLines) return { file, line: 0, column: 0, isKnown: false };
      const column = at.column + (at.line === 1 ? sheet.startColumn : 0);
      return { file, line: at.line + sheet.startLine, column, isKnown: !sheet.isInline || namesFile(page) };
    };
    const find = (offset: number): RulePlace | null => {
      const known = places.get(offset);
      const place = known === undefined ? look(offset) : known;
      places.set(offset, place);
      return place;
    };
    const onImport = (address: string, inner: Scope): void => {
      const found = imports.get(URL.parse(address, sheet.url || page)?.href ?? '');
      if (found !== undefined) read(found, inner);
    };
    for (const rule of readRules(sheet.text, maxRules, { names, scope, onImport })) {
      const place = () => find(rule.at);
      const lineOf = (declaration: CssDeclaration) => {
        const [found, own] = [find(declaration.at), find(rule.at)];
        // The map of a minified file may only know where rules begin.
        return found !== null && found.file === own?.file && found.line >= own.line ? found.line : 0;
      };
      rules.push({ rule, place, lineOf });
    }
    reading.delete(sheet);
  }

  const scope = topScope();
  for (const sheet of sheets) read(sheet, sheet.media === '' ? scope : { ...scope, conditions: [sheet.media] });
  return { rules, isComplete };
}
