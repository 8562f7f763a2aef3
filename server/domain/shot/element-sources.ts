import type { ElementSource } from '../../contract/element-source.ts';
import type { PageSources } from '../../contract/page-sources.ts';
import type { ElementMap } from '../port-types.ts';

const MAX_SOURCES = 5;

/** What is asked about an element: which properties differ, or `content` when its text or its place does. */
export interface SourceQuestion {
  /** CSS properties, such as `padding`; none when something else differs */
  properties?: readonly string[];
}

type Rule = PageSources['rules'][number];

const apart = /^border-(?:radius|collapse|spacing)$/;
const covers = (shorthand: string, property: string): boolean =>
  shorthand === property || (property.startsWith(`${shorthand}-`) && !apart.test(property));

/** Returns whether a declaration of one property can change the other: as its shorthand, or as a part of it. */
export const concerns = (declared: string, wanted: string): boolean =>
  covers(declared, wanted) || covers(wanted, declared);

const inherited = /^(?:color|font|line-height|letter-spacing|text-(?:align|indent|transform)|visibility)/;

/** Where the declaration of a property is; null where the rule has none. */
function declaration(sources: PageSources, { sets }: Rule, property: string): number[] | null {
  return sets.findLast(([name = -1]) => concerns(sources.names[name] ?? '', property)) ?? null;
}

const listOf = (sources: PageSources, list: number | undefined): Rule[] =>
  (sources.lists[list ?? 0] ?? []).flatMap((index) => sources.rules[index] ?? []);

/** Returns the source of a rule; with a declaration, the line of that. */
function ruleSource(sources: PageSources, rule: Rule, confidence: ElementSource['confidence'], declared?: number[]) {
  const [file, line, column, isKnown] = rule.at;
  const at = declared?.[1] ?? 0;
  return toSource(sources, {
    kind: 'rule',
    file,
    line: at > 0 ? at : line,
    column: at > 0 && at !== line ? 0 : column,
    confidence: isKnown === 1 ? confidence : 'possible',
  });
}

function toSource(
  { files }: PageSources,
  {
    file,
    line,
    column,
    ...rest
  }: Pick<ElementSource, 'kind' | 'confidence'> & Record<'file' | 'line' | 'column', number>,
): ElementSource[] {
  const path = files[file];
  if (path === undefined) return [];
  return [{ file: path, line: line > 0 ? line : null, column: line > 0 && column > 0 ? column : null, ...rest }];
}

/** Returns the elements around one, the closest first, each with the rules of its unlisted ancestors. */
function* rulesAround({ elements }: ElementMap, sources: PageSources, index: number): Generator<Rule[]> {
  yield listOf(sources, sources.elements[index]?.[1]);
  const seen = new Set<number>();
  const above = (at: number): number => elements[at]?.parent ?? sources.parents?.[at] ?? -1;
  for (let at = above(index); at >= 0 && !seen.has(at); at = above(at)) {
    seen.add(at);
    yield listOf(sources, sources.elements[at]?.[0]);
    yield listOf(sources, sources.elements[at]?.[1]);
  }
}

/** Returns the rules that set a property of an element, the one that decides first, and what its value reads. */
function propertySources(map: ElementMap, sources: PageSources, index: number, property: string): ElementSource[] {
  const found: ElementSource[] = [];
  const add = (rule: Rule, confidence: ElementSource['confidence']): boolean => {
    const declared = declaration(sources, rule, property);
    if (declared === null) return false;
    found.push(...ruleSource(sources, rule, confidence, declared));
    for (const name of declared.slice(2)) {
      const variable = sources.names[name] ?? '';
      const around = [listOf(sources, sources.elements[index]?.[0]), ...rulesAround(map, sources, index)];
      const defining = around.flat().find((each) => declaration(sources, each, variable) !== null);
      if (defining === undefined) continue;
      found.push(...ruleSource(sources, defining, 'likely', declaration(sources, defining, variable) ?? undefined));
    }
    return true;
  };
  let isSet = false;
  for (const rule of listOf(sources, sources.elements[index]?.[0])) {
    if (add(rule, isSet ? 'possible' : 'certain')) isSet = true;
  }
  if (isSet || !inherited.test(property)) return found;
  for (const rules of rulesAround(map, sources, index)) {
    for (const rule of rules) if (add(rule, 'likely')) return found;
  }
  return found;
}

const certainty = ['possible', 'likely', 'certain'] as const;

function placeSources(sources: PageSources, index: number): ElementSource[] {
  return (sources.elements[index] ?? []).slice(2).flatMap((number) => {
    const place = sources.places[number];
    if (place === undefined) return [];
    const [kind, file, line, column, level] = place;
    const confidence = certainty[level] ?? 'possible';
    return toSource(sources, { kind: kind === 1 ? 'story' : 'component', file, line, column, confidence });
  });
}

const isOutside = ({ file }: ElementSource): boolean => file.startsWith('node_modules/');

/**
 * Returns where in the source an element of a map comes from, best first, at most five; none when that is unknown.
 * With `properties`, the rules that set these come first; without them what made the element does, and then the rules
 * that decide most of its look.
 */
export function sourcesOf(map: ElementMap, index: number, { properties = [] }: SourceQuestion = {}): ElementSource[] {
  const { sources } = map;
  if (sources == null) return [];
  const rules = properties.flatMap((property) => propertySources(map, sources, index, property));
  const places = placeSources(sources, index);
  const own = listOf(sources, sources.elements[index]?.[0]).flatMap((rule) => ruleSource(sources, rule, 'likely'));
  const closest = places.slice(0, rules.length === 0 ? 2 : 1);
  const all = [...rules, ...closest, ...own.slice(0, 3), ...places.slice(closest.length)];
  const distinct = all.filter(
    ({ file, line }, at) => all.findIndex((each) => each.file === file && (each.line === line || line === null)) === at,
  );
  const sorted = [...distinct.filter((each) => !isOutside(each)), ...distinct.filter(isOutside)];
  return sorted.slice(0, MAX_SOURCES);
}
