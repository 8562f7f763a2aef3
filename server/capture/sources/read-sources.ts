import type { PageSources } from '../../contract/page-sources.ts';
import { startDeadline } from '../deadline.ts';
import type { CapturedElement } from '../element-list.ts';
import type { World } from '../world.ts';
import { type Winner, winners } from './cascade.ts';
import { rootsOf } from './clean-path.ts';
import { placesOf } from './places.ts';
import { type Matches, matchInParts, readTargets } from './read-matches.ts';
import { type PlacedRule, placeRules } from './rule-places.ts';
import { readSheets } from './stylesheets.ts';
import { Tables } from './tables.ts';

const limitMs = 2_500;
const matchMs = 400;
/** Entries of a list of rules */
const maxListed = 12;
/** The place of a rule whose file nothing names */
const nowhere: PageSources['rules'][number]['at'] = [100_000, 0, 0, 0];

/** The elements of a map, and where each was in the page's answer. */
interface Listed {
  elements: readonly CapturedElement[];
  kept: readonly number[];
}

/**
 * Returns a function that adds the rules which decide the looks of targets to the tables, and returns their list. With
 * rules missing, no rule is known to win.
 */
function listing(tables: Tables, placed: readonly PlacedRule[], { rulesOf, styles }: Matches, isComplete: boolean) {
  const rules = placed.map(({ rule }) => rule);
  const add = ({ index, declarations }: Winner): number | null => {
    const rule = placed[index ?? -1];
    const place = rule?.place() ?? null;
    const file = place === null ? null : tables.file(place.file);
    const isPlaced = rule !== undefined && place !== null && file !== null;
    const named = declarations.map((each) => [each, tables.name(each.property)] as const);
    if (named.some(([{ property }, name]) => name === null && !property.startsWith('--'))) return null;
    const sets = named.flatMap(([each, name]) => {
      const reads = each.reads.flatMap((property) => tables.name(property) ?? []);
      return name === null ? [] : [[name, isPlaced ? rule.lineOf(each) : 0, ...reads]];
    });
    return tables.rule(
      isPlaced ? [file, place.line, place.column, place.isKnown && isComplete ? 1 : 0] : nowhere,
      sets,
    );
  };
  /** Stands for rules for which there is no space. */
  const others = tables.rule(nowhere, [[tables.name('all') ?? 0, 0]]) ?? 0;
  const unknown = tables.list([others]) ?? 0;
  return (targets: readonly number[], onlyInherited: boolean): number => {
    const won = targets.flatMap((target) => winners(rules, rulesOf[target] ?? [], styles[target], onlyInherited));
    const isCut = won.length > maxListed;
    const listed = won.slice(0, isCut ? maxListed - 1 : maxListed).map(add);
    const known = listed.filter((number) => number !== null);
    if (known.length < listed.length) return unknown;
    return tables.list(isCut ? [...known, others] : known) ?? unknown;
  };
}

/**
 * Reads where the elements of a map come from: the CSS rules that decide their looks, and the components that made
 * them, as far as there is time. Never rejects, and settles within 3 s times `patience`; null when the page says
 * nothing, or could not be read. `world` is the one that the map was read in, `address` that of the page now.
 */
export async function readSources(
  world: World,
  address: string,
  { elements, kept }: Listed,
  patience = 1,
): Promise<PageSources | null> {
  const { race, clear } = startDeadline(limitMs * patience, () => new Error('The sources could not be read in time.'));
  try {
    const read = await race(readSheets(world.session, world, address));
    const { sheets, imports, served } = read;
    const all = [...sheets, ...imports.values()];
    const roots = rootsOf(
      all.flatMap(({ note, map }) => [note, ...(map?.files ?? [])]),
      served,
    );
    const placed = placeRules(read, roots);
    const wanted = placed.rules.map(({ rule: { selector, conditions } }) => ({ selector, conditions }));
    const targets = readTargets(await race(world.run('listTargets', kept)), elements.length);
    if (targets === null) return null;
    const matched = await race(matchInParts(world, wanted, elements.length, matchMs));
    const matches = { ...targets, rulesOf: matched.rulesOf };
    const places = await race(placesOf(world, read.page, { sheets: all, served, roots }, { elements, matches })).catch(
      () => [],
    );
    const tables = new Tables();
    const listOf = listing(tables, placed.rules, matches, placed.isComplete && matched.isComplete);
    for (const [at, chain] of matches.chains.entries()) {
      const own = (places[at] ?? []).flatMap(({ kind, file, line, column, certainty }) => {
        const index = tables.file(file);
        const number = index === null ? null : tables.place([kind === 'story' ? 1 : 0, index, line, column, certainty]);
        return number === null ? [] : [number];
      });
      tables.add(listOf(chain.slice(0, 1), false), listOf(chain.slice(1), true), own.slice(0, 4));
    }
    const found = tables.toSources();
    return found.files.length === 0 ? null : found;
  } catch {
    return null;
  } finally {
    for (const domain of ['CSS', 'DOM'] as const) world.session.send(`${domain}.disable`).catch(() => undefined);
    clear();
  }
}
