import type { PageSources } from '../../contract/page-sources.ts';
import { startDeadline } from '../deadline.ts';
import type { CapturedElement } from '../element-list.ts';
import type { World } from '../world.ts';
import { strongest } from './cascade.ts';
import { rootsOf } from './clean-path.ts';
import { placesOf } from './places.ts';
import { matchInParts, readTargets } from './read-matches.ts';
import { type PlacedRule, placeRules } from './rule-places.ts';
import { readSheets } from './stylesheets.ts';
import { Tables } from './tables.ts';

const limitMs = 2_500;
const matchMs = 400;

/** The elements of a map, and where each was in the page's answer. */
interface Listed {
  elements: readonly CapturedElement[];
  kept: readonly number[];
}

/**
 * Reads where the elements of a map come from: the CSS rules that decide their looks, and the components that made
 * them. Never rejects, and settles within 3 s; null when the page says nothing, or could not be read. `world` is the
 * one that the map was read in.
 */
export async function readSources(
  world: World,
  page: string,
  { elements, kept }: Listed,
  patience = 1,
): Promise<PageSources | null> {
  const deadline = startDeadline(limitMs * patience, () => new Error('The sources could not be read in time.'));
  const limited: World = { ...world, run: (name, ...args) => deadline.race(world.run(name, ...args)) };
  const read = async (): Promise<PageSources | null> => {
    const { sheets, served, names } = await readSheets(limited.session, limited, page);
    const named = sheets.flatMap(({ note, map }) => [note, ...(map?.files ?? [])]);
    const roots = rootsOf(named, served);
    const rules = placeRules(sheets, page, { roots, served, names });
    const wanted = rules.map(({ rule: { selector, conditions } }) => ({ selector, conditions }));
    const targets = readTargets(await limited.run('listTargets', kept), elements.length);
    if (targets === null) return null;
    const matches = { ...targets, rulesOf: await matchInParts(limited, wanted, elements.length, matchMs * patience) };
    const places = await placesOf(world, page, { sheets, served, roots }, { elements, matches }, patience);
    const tables = new Tables();
    const ruleNumbers = new Map<number, number | null>();
    const numbersOf = (indexes: readonly number[]): number[] =>
      indexes.flatMap((index) => {
        const known = ruleNumbers.get(index);
        const number = known === undefined ? addRule(tables, rules[index]) : known;
        ruleNumbers.set(index, number);
        return number === null ? [] : [number];
      });
    const plain = rules.map(({ rule }) => rule);
    const strongestOf = (targets: readonly number[], onlyInherited: boolean) =>
      tables.list(
        numbersOf(
          targets.flatMap((target) => strongest(plain, matches.rulesOf[target] ?? [], onlyInherited)).slice(0, 6),
        ),
      );
    for (const [at, chain] of matches.chains.entries()) {
      const own = (places[at] ?? []).flatMap(({ kind, file, line, column, certainty }) => {
        const index = tables.file(file);
        const number = index === null ? null : tables.place([kind === 'story' ? 1 : 0, index, line, column, certainty]);
        return number === null ? [] : [number];
      });
      tables.add(strongestOf(chain.slice(0, 1), false), strongestOf(chain.slice(1), true), own.slice(0, 4));
    }
    const found = tables.toSources();
    return found.files.length === 0 ? null : found;
  };
  try {
    return await deadline.race(read());
  } catch {
    return null;
  } finally {
    for (const domain of ['CSS', 'DOM'] as const) world.session.send(`${domain}.disable`).catch(() => undefined);
    deadline.clear();
  }
}

/** Adds a rule with its declarations; null where its file is unknown. */
function addRule(tables: Tables, placed: PlacedRule | undefined): number | null {
  const at = placed?.place();
  const file = at == null ? null : tables.file(at.file);
  if (placed === undefined || at == null || file === null || tables.rules.length >= 5_000) return null;
  const sets = placed.rule.declarations.flatMap((each) => {
    const name = tables.name(each.property);
    const reads = each.reads.flatMap((property) => tables.name(property) ?? []);
    return name === null ? [] : [[name, placed.lineOf(each), ...reads]];
  });
  tables.rules.push({ at: [file, at.line, at.column, at.isKnown ? 1 : 0], sets });
  return tables.rules.length - 1;
}
