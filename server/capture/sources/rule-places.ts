import { cleanPath } from './clean-path.ts';
import { type CssRule, type PageNames, readRules } from './css-rules.ts';
import { lineIndex } from './line-index.ts';
import type { CssDeclaration } from './scan-css.ts';
import type { Sheet } from './stylesheets.ts';

const maxRules = 8_000;
const parseMs = 250;

export interface RulePlace {
  file: string;
  /** 0: unknown */
  line: number;
  column: number;
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

/** Returns the file that a page's address stands for. */
export function pageFile(page: string): string | null {
  const { pathname } = new URL(page);
  return cleanPath(pathname.endsWith('/') ? `${page.replace(/[?#].*$/s, '')}index.html` : page);
}

const isBuilt = ({ url, text }: Sheet): boolean =>
  /[-.](?=[\w-]*\d)[\w-]{8,}\.css$|\.min\.css$/.test(new URL(url).pathname) || text.search(/[^\n]{2000}/) !== -1;

/** Returns the file of a stylesheet without a source map, and whether its lines are those of the source. */
function fileOf(sheet: Sheet, page: string, roots: readonly string[]): { file: string; hasLines: boolean } | null {
  if (sheet.note !== '') {
    const file = cleanPath(sheet.note, roots);
    return file === null ? null : { file, hasLines: /\.css$/.test(sheet.note) };
  }
  if (sheet.isInline) {
    const file = pageFile(page);
    return file === null ? null : { file, hasLines: true };
  }
  // Nobody can tell where a style element that a script inserted comes from; other hosts serve other people's styles.
  if (sheet.url === page || new URL(sheet.url).host !== new URL(page).host) return null;
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

/** Parses the stylesheets, within limits. The rules come in the order of the cascade. */
export function placeRules(
  sheets: readonly Sheet[],
  page: string,
  { roots, served, names }: { roots: readonly string[]; served: readonly string[]; names: PageNames },
): PlacedRule[] {
  const end = performance.now() + parseMs;
  const rules: PlacedRule[] = [];
  for (const sheet of sheets) {
    if (performance.now() > end) break;
    const positionOf = lineIndex(sheet.text);
    const { map } = sheet;
    const unmapped = map === null ? fileOf(sheet, page, roots) : null;
    const find = (offset: number): RulePlace | null => {
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
      return { file, line: at.line + sheet.startLine, column, isKnown: true };
    };
    for (const rule of readRules(sheet.text, maxRules - rules.length, names)) {
      const place = () => find(rule.at);
      const lineOf = (declaration: CssDeclaration) => {
        const [found, own] = [find(declaration.at), find(rule.at)];
        // The map of a minified file may only know where rules begin.
        return found !== null && found.file === own?.file && found.line >= own.line ? found.line : 0;
      };
      rules.push({ rule, place, lineOf });
    }
  }
  return rules;
}
