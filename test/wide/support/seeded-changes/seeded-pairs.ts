import { type Capture, viewports } from '../../../../server/capture/index.ts';
import type { MappedElement } from '../../../../server/domain/port-types.ts';
import { capture } from '../../../capture/support/capture.ts';
import { atFileEnd } from '../../../support/file-end.ts';
import { htmlChanges } from './html.ts';
import { reactChanges } from './react.ts';
import { type ServedFixture, serveFixture } from './serve-fixture.ts';
import { svelteChanges } from './svelte.ts';
import type { Expected, Framework, SeededChange, SeededElement, SeededPair } from './types.ts';
import { vueChanges } from './vue.ts';

/** Sixty changes of four small pages, fifteen of each framework. */
export const seededChanges: readonly SeededChange[] = [
  ...reactChanges,
  ...vueChanges,
  ...svelteChanges,
  ...htmlChanges,
];

// One process runs many test files: what one of them served is gone for the next.
const served = new Map<Framework, Promise<ServedFixture>>();
const unchanged = new Map<string, Promise<Capture>>();
function forget(): void {
  served.clear();
  unchanged.clear();
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** Returns what a comparison should say, with the lines of the change. Throws when the change does not fit its file. */
export function expectedOf(change: SeededChange, source: string): Expected {
  const { id, file, find, replace, owner, cause, element } = change;
  const at = source.indexOf(find);
  if (at === -1 || source.indexOf(find, at + 1) !== -1) throw new Error(`${id}: ${file} must have its text once.`);
  const side = cause.kind === 'removal' ? 'before' : 'after';
  const shown = side === 'before' ? source : source.replace(find, () => replace);
  const written = side === 'before' ? find : replace;
  let same = 0;
  while (same < find.length && same < replace.length && find[same] === replace[same]) same += 1;
  const first = at + same + (/\S/.exec(written.slice(same))?.index ?? 0);
  const opens = shown.lastIndexOf(owner, first);
  if (opens === -1) throw new Error(`${id}: ${file} must have ${owner} above the change.`);
  const last = Math.max(first, at + written.length - 1);
  const lines = { line: lineAt(shown, first), lastLine: lineAt(shown, last), ownerLine: lineAt(shown, opens) };
  return { cause, file, ...lines, side, element };
}

async function take(fixture: ServedFixture, { viewport = 'desktop' }: SeededChange): Promise<Capture> {
  const { capture: taken } = await capture(fixture.allow, { url: fixture.url, viewport: viewports[viewport] });
  return taken;
}

/** Captures a fixture without and with a change. The capture without any is made once per framework and viewport. */
export async function seededPair(change: SeededChange): Promise<SeededPair> {
  const { framework, viewport = 'desktop' } = change;
  if (served.size === 0) atFileEnd(forget);
  const starting = served.get(framework) ?? serveFixture(framework);
  served.set(framework, starting);
  const fixture = await starting;
  const expected = expectedOf(change, await fixture.read(change.file));
  const key = `${framework} ${viewport}`;
  const first = unchanged.get(key) ?? fixture.apply(null).then(() => take(fixture, change));
  unchanged.set(key, first);
  const before = await first;
  await fixture.apply(change);
  const after = await take(fixture, change);
  return { change, expected, before, after };
}

/**
 * Yields the pairs one after the other; one takes a second or two. Call it in a test under `test/wide`:
 *
 *     for await (const { change, expected, before, after } of seededPairs()) …
 *     seededPairs(seededChanges.filter(({ heldOut }) => !heldOut)) // while tuning
 *     elementOf(expected, { before, after }) // the index of the element that the change is about
 */
export async function* seededPairs(chosen: readonly SeededChange[] = seededChanges): AsyncGenerator<SeededPair> {
  for (const change of chosen) yield await seededPair(change);
}

const fits = (element: Pick<MappedElement, 'tag' | 'text' | 'accessible_name'>, wanted: SeededElement): boolean =>
  element.tag === wanted.tag &&
  (wanted.text === undefined || element.text.startsWith(wanted.text)) &&
  (wanted.name === undefined || element.accessible_name === wanted.name);

/** Returns the index of the changed element in the capture that shows it; -1 where the capture has none. */
export const elementOf = ({ side, element }: Expected, pair: Pick<SeededPair, 'before' | 'after'>): number =>
  pair[side].elements.findIndex((each) => fits(each, element));
