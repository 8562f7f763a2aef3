import type { World } from '../world.ts';
import { cleanPath } from './clean-path.ts';
import type { NotedPlace } from './components.ts';
import { loadedText, loadResource } from './load-resource.ts';
import { inlineMap, MAX_MAP_LENGTH, mapAddress, type Place, readSourceMap, type SourceMap } from './source-map.ts';

const maxScripts = 40;
const maxScriptBytes = 4_000_000;

/** Reads the source maps of scripts, each once and only when a place is within it. */
export class Scripts {
  readonly #world: World;
  readonly #roots: readonly string[];
  readonly #maps = new Map<string, Promise<SourceMap | null>>();

  constructor(world: World, roots: readonly string[]) {
    this.#world = world;
    this.#roots = roots;
  }

  /** Returns the source map of the script at this address; null if it has none. */
  map(url: string): Promise<SourceMap | null> {
    const known = this.#maps.get(url);
    if (known !== undefined) return known;
    const map = this.#maps.size >= maxScripts ? Promise.resolve(null) : this.#load(url).catch(() => null);
    this.#maps.set(url, map);
    return map;
  }

  /** Returns where a place is in the source; null where that is unknown. */
  async original({ file, line, column, isBuilt }: NotedPlace): Promise<Place | null> {
    const whole = (path: string, at: { line: number; column: number }): Place | null => {
      const clean = cleanPath(path, this.#roots);
      return clean === null ? null : { file: clean, line: at.line, column: at.column };
    };
    if (!isBuilt) return whole(file, { line, column });
    const found = /^https?:/i.test(file) ? (await this.map(file))?.find(line, column) : null;
    if (found != null) return whole(found.file, found);
    // Lines of what was built are not those of the source.
    return /\.(?:jsx|tsx|vue|svelte|astro|mdx)(?:[?#]|$)/.test(file) ? whole(file, { line: 0, column: 0 }) : null;
  }

  async #load(url: string): Promise<SourceMap | null> {
    const { session, frameId } = this.#world;
    const loaded = await loadedText(session, frameId, url, maxScriptBytes).catch(() => null);
    const text = loaded ?? (await loadResource(session, frameId, url, maxScriptBytes));
    const address = text === null ? null : mapAddress(text);
    if (address === null) return null;
    const inline = inlineMap(address);
    if (inline !== null) return readSourceMap(inline, url);
    const at = new URL(address, url).href;
    const map = await loadResource(session, frameId, at, MAX_MAP_LENGTH);
    return map === null ? null : readSourceMap(map, at);
  }
}
