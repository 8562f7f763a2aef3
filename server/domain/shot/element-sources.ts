import { covers } from '../../contract/css-property.ts';
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

/** Sides of a border share these, and none is a part of the other. */
const acrossSides = /^border-(?:color|style|width)$/;
const side = /^border-(?:top|right|bottom|left)$/;

/** Returns whether a declaration of one property can change the other: as its shorthand, or as a part of it. */
export const concerns = (declared: string, wanted: string): boolean =>
  covers(declared, wanted) || covers(wanted, declared) || (side.test(wanted) && acrossSides.test(declared));

const inherited = /^(?:color|font|line-height|letter-spacing|text-(?:align|indent|transform)|visibility)/;

/** Returns the declarations of a rule that concern a property; the last one decides what it sets. */
const declarations = (sources: PageSources, { sets }: Rule, property: string): number[][] =>
  sets.filter(([name = -1]) => concerns(sources.names[name] ?? '', property));

/** Returns whether a declaration sets all of a property. */
const isWhole = ({ names }: PageSources, [name = -1]: number[], property: string): boolean =>
  covers(names[name] ?? '', property);

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

/** Nobody reads the rules of shadow trees. */
const isInShadowTree = (element: ElementMap['elements'][number] | undefined): boolean =>
  element?.selectors.some(({ selector }) => selector.includes(' >>> ')) === true;

/**
 * Returns the rules of the elements around one, the closest first, each with those of its unlisted ancestors; up to the
 * first whose rules are unknown.
 */
function* rulesAround({ elements }: ElementMap, sources: PageSources, index: number): Generator<Rule[]> {
  const seen = new Set<number>();
  const above = (at: number): number => elements[at]?.parent ?? sources.parents?.[at] ?? -1;
  for (let at = index; at >= 0 && !seen.has(at) && !isInShadowTree(elements[at]); at = above(at)) {
    seen.add(at);
    if (at !== index) yield listOf(sources, sources.elements[at]?.[0]);
    yield listOf(sources, sources.elements[at]?.[1]);
  }
}

/** Returns the rules that set a property of an element, the one that decides first, and what its value reads. */
function propertySources(map: ElementMap, sources: PageSources, index: number, property: string): ElementSource[] {
  const found: ElementSource[] = [];
  const own = listOf(sources, sources.elements[index]?.[0]);
  const add = (rule: Rule, confidence: ElementSource['confidence']): void => {
    const all = declarations(sources, rule, property);
    const last = all.at(-1) ?? [];
    // Where a rule sets parts of a property one by one, its own line stands for all of them.
    found.push(
      ...ruleSource(sources, rule, confidence, all.length > 1 && !isWhole(sources, last, property) ? [] : last),
    );
    for (const name of all.flatMap((each) => each.slice(2))) {
      const variable = sources.names[name] ?? '';
      const defining = [own, ...rulesAround(map, sources, index)]
        .flat()
        .find((each) => declarations(sources, each, variable).length > 0);
      if (defining === undefined) continue;
      found.push(...ruleSource(sources, defining, 'likely', declarations(sources, defining, variable).at(-1)));
    }
  };
  const sets = (rule: Rule): boolean => declarations(sources, rule, property).length > 0;
  const setting = own.filter(sets);
  const [first] = setting;
  const isDecided = setting.length === 1 || first?.sets.some((each) => isWhole(sources, each, property)) === true;
  for (const rule of setting) add(rule, rule === first && isDecided ? 'certain' : 'possible');
  if (first !== undefined || !inherited.test(property)) return found;
  for (const rules of rulesAround(map, sources, index)) {
    const nearest = rules.find(sets);
    if (nearest === undefined) continue;
    add(nearest, 'likely');
    break;
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
