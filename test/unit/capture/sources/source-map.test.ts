import { describe, expect, test } from 'vitest';
import { inlineMap, mapAddress, readSourceMap } from '../../../../server/capture/sources/source-map.ts';

const base = 'http://host/assets/site.css';
/** The first position of the built file is line 3 of the source. */
const map = (more: object = {}) =>
  JSON.stringify({
    version: 3,
    sources: ['../src/a.scss'],
    sourcesContent: ['.a {}'],
    names: [],
    mappings: 'AAEA',
    ...more,
  });

describe('a source map', () => {
  test('says where a position was, relative to its own address', () => {
    const read = readSourceMap(map(), base);
    expect(read?.find(1, 8)).toEqual({ file: 'http://host/src/a.scss', line: 3, column: 1 });
    expect(read?.find(9, 1)).toBeNull();
    expect(read?.contentOf('http://host/src/a.scss')).toBe('.a {}');
    expect(readSourceMap(map({ sourceRoot: 'root' }), base)?.find(1, 1)?.file).toBe('http://host/assets/src/a.scss');
    const packed = readSourceMap(map({ sources: ['webpack://shop/./lib/../a.scss'] }), base)?.find(1, 1);
    expect(packed?.file).toBe('webpack://shop/./lib/../a.scss');
    expect(readSourceMap(`)]}'\n${map()}`, base)?.find(1, 1)?.line).toBe(3);
  });

  test('of several sections says where a position of each was', () => {
    const section = (line: number, column: number, file: string) => ({
      offset: { line, column },
      map: JSON.parse(map({ sources: [`turbopack:///[project]/${file}`], sourcesContent: [file] })),
    });
    const sections = [section(0, 0, 'a.tsx'), section(2, 0, 'b.tsx'), section(2, 30, 'c.tsx')];
    const read = readSourceMap(JSON.stringify({ version: 3, sections }), base);
    const found = (line: number, column: number) => read?.find(line, column)?.file.split('/').at(-1);
    expect([found(1, 1), found(3, 30), found(3, 31), found(4, 1)]).toEqual(['a.tsx', 'b.tsx', 'c.tsx', undefined]);
    expect(read?.contentOf('turbopack:///[project]/b.tsx')).toBe('b.tsx');
  });

  test.each([
    ['no JSON', 'x'],
    ['a list', '[]'],
    ['no mappings', JSON.stringify({ version: 3, sources: [] })],
    ['no sections', JSON.stringify({ version: 3, sections: [] })],
    ['a section that is none', JSON.stringify({ version: 3, sections: [{ offset: { line: 0, column: 0 }, map: 1 }] })],
    ['a section without a place', `{"version":3,"sections":[{"map":${map()}}]}`],
    ['sources that are no texts', map({ sources: [{}] })],
    ['too many sources', map({ sources: Array(6_000).fill('a') })],
    ['lines without end', map({ mappings: ';'.repeat(1_000_000) })],
    ['mappings without end', map({ mappings: 'AAAA,'.repeat(600_000) })],
    ['nesting without end', `{"version":3,"sources":${'['.repeat(100_000)}`],
    ['more text than any map has', ' '.repeat(7_000_000)],
  ])('with %s is none', (_, text) => {
    expect(readSourceMap(text, base)).toBeNull();
  });

  test('whose mappings are damaged answers nothing', () => {
    expect(readSourceMap(map({ mappings: 'AKAA' }), base)?.find(1, 1)).toBeNull();
    expect(readSourceMap(map({ sources: ['\0<no source>'] }), base)?.find(1, 1)).toBeNull();
  });

  test('in a data URL is read, and its address found at the end of a file', () => {
    const text = map();
    expect(inlineMap(`data:application/json;charset=utf-8;base64,${Buffer.from(text).toString('base64')}`)).toBe(text);
    expect(inlineMap(`data:application/json,${encodeURIComponent(text)}`)).toBe(text);
    expect(inlineMap('http://host/a.map')).toBeNull();
    expect(inlineMap('data:application/json,%E0%A4%A')).toBeNull();
    expect(mapAddress('a\n//# sourceMappingURL=a.js.map\n')).toBe('a.js.map');
    expect(mapAddress('/*# sourceMappingURL=b.css.map */')).toBe('b.css.map');
    expect(mapAddress('a')).toBeNull();
  });
});
