import { type Broken, spoil } from './any-file.ts';

/** A marker with its data; a scan includes its compressed pixels. */
interface Segment {
  marker: number;
  bytes: Buffer;
}

const [SOI, EOI, SOS, SOF0, SOF2, DHT, DQT] = [0xd8, 0xd9, 0xda, 0xc0, 0xc2, 0xc4, 0xdb];

function segmentsOf(jpeg: Buffer): Segment[] {
  const segments: Segment[] = [];
  for (let at = 0; at + 1 < jpeg.length; ) {
    const marker = jpeg[at + 1] ?? 0;
    let end = at + 2;
    if (marker !== SOI && marker !== EOI) end += jpeg.readUInt16BE(at + 2);
    if (marker === SOS) {
      while (end + 1 < jpeg.length && !(jpeg[end] === 0xff && jpeg[end + 1] !== 0)) end += 1;
    }
    segments.push({ marker, bytes: jpeg.subarray(at, end) });
    at = end;
  }
  return segments;
}

const joined = (segments: readonly Segment[]): Buffer => Buffer.concat(segments.map(({ bytes }) => bytes));

function changed(segment: Segment, at: number, values: readonly number[]): Segment {
  const bytes = Buffer.from(segment.bytes);
  bytes.set(values, at);
  return { ...segment, bytes };
}

function segmentMutations(name: string, segments: readonly Segment[]): Broken[] {
  const broken: Broken[] = [];
  const add = (what: string, parts: readonly Segment[]): void => {
    broken.push({ name: `${name}: ${what}`, bytes: joined(parts) });
  };
  for (const [at, segment] of segments.entries()) {
    const [before, after] = [segments.slice(0, at), segments.slice(at + 1)];
    const what = `segment ${segment.marker.toString(16)} (${at})`;
    add(`without ${what}`, [...before, ...after]);
    add(`${what} twice`, [...before, segment, segment, ...after]);
    add(`${what} last`, [...before, ...after, segment]);
    add(`${what} of a marker nobody knows`, [...before, changed(segment, 1, [0x02]), ...after]);
    if (segment.bytes.length < 4) continue;
    const length = segment.bytes.readUInt16BE(2);
    for (const lie of [0, 1, 2, length - 1, length + 1, 0xffff]) {
      add(`${what} saying ${lie} bytes`, [...before, changed(segment, 2, [lie >>> 8, lie & 255]), ...after]);
    }
  }
  return broken;
}

/** Sizes, precisions, components and tables that do not match the scan. */
function fieldMutations(name: string, segments: readonly Segment[]): Broken[] {
  const change = (marker: readonly number[], at: number, values: readonly number[], what: string): Broken => ({
    name: `${name}: ${what}`,
    bytes: joined(segments.map((part) => (marker.includes(part.marker) ? changed(part, at, values) : part))),
  });
  const frame = [SOF0, SOF2];
  const sizes = [0, 1, 33, 4_096, 65_500, 65_535].flatMap((side) => [
    change(frame, 5, [side >>> 8, side & 255], `height ${side}`),
    change(frame, 7, [side >>> 8, side & 255], `width ${side}`),
    change(frame, 5, [side >>> 8, side & 255, side >>> 8, side & 255], `${side} × ${side}`),
  ]);
  const kinds = [0xc1, 0xc2, 0xc3, 0xc5, 0xc9, 0xca, 0xcb, 0xcf].map((kind) =>
    change(frame, 1, [kind], `frame of kind ${kind.toString(16)}`),
  );
  return [
    ...sizes,
    ...kinds,
    ...[0, 1, 12, 16, 255].map((bits) => change(frame, 4, [bits], `${bits} bits a sample`)),
    ...[0, 2, 4, 255].map((count) => change(frame, 9, [count], `${count} components`)),
    ...[0x00, 0x01, 0x55, 0xff].map((factors) => change(frame, 11, [factors], `sampling ${factors}`)),
    ...[4, 255].map((table) => change(frame, 12, [table], `quantisation by table ${table}`)),
    ...[0, 5, 255].map((count) => change([SOS], 4, [count], `a scan of ${count} components`)),
    ...[0x33, 0xff].map((tables) => change([SOS], 6, [tables], `a scan by tables ${tables}`)),
    change([DHT], 5, new Array(16).fill(255), 'codes that overflow'),
    change([DHT], 4, [0x44], 'codes for a table nobody has'),
    change([DQT], 5, new Array(64).fill(0), 'division by nothing'),
  ];
}

/** Many scans: little to send, much to decode. */
function scanBomb(name: string, segments: readonly Segment[], times: number): Broken {
  const last = segments.findLastIndex(({ marker }) => marker === SOS);
  const scan = segments[last];
  const many = scan === undefined ? [] : Array.from({ length: times }, () => scan);
  const frame = segments.map((part) => (part.marker === SOF2 ? changed(part, 5, [0x13, 0x88, 0x13, 0x88]) : part));
  return {
    name: `${name}: ${times} scans of 5000 × 5000`,
    bytes: joined([...frame.slice(0, last), ...many, ...frame.slice(last)]),
  };
}

export function brokenJpegs(kinds: Record<string, Buffer>): Broken[] {
  return Object.entries(kinds).flatMap(([kind, whole]) => {
    const name = `JPEG ${kind}`;
    const segments = segmentsOf(whole);
    const each = [...segmentMutations(name, segments), ...spoil(name, whole)];
    if (kind === 'baseline') return [...each, ...fieldMutations(name, segments)];
    return kind === 'progressive' ? [...each, ...fieldMutations(name, segments), scanBomb(name, segments, 300)] : each;
  });
}
