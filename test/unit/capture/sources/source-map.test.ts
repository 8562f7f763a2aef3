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

  test.each([
    ['no JSON', 'x'],
    ['a list', '[]'],
    ['no mappings', JSON.stringify({ version: 3, sources: [] })],
    ['sections', JSON.stringify({ version: 3, sections: [] })],
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
