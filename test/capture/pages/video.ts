import sharp from 'sharp';

/** Returns an element of EBML, the format of WebM. */
function element(id: number, ...content: (Buffer | number)[]): Buffer {
  const body = Buffer.concat(content.map((each) => (typeof each === 'number' ? number(each) : each)));
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(0x0100_0000_0000_0000n | BigInt(body.length));
  return Buffer.concat([number(id), size, body]);
}

function number(value: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** Returns a key frame of VP8, taken from a lossy WebP. */
async function frame(colour: string): Promise<Buffer> {
  const webp = await sharp({ create: { width: 320, height: 180, channels: 3, background: colour } })
    .webp({ quality: 80 })
    .toBuffer();
  const at = webp.indexOf('VP8 ', 0, 'latin1');
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4));
}

/** Returns a WebM video of four colours at five frames a second. */
export async function video(): Promise<Buffer> {
  const frames = await Promise.all(['red', 'lime', 'blue', 'yellow', 'red', 'lime', 'blue', 'yellow'].map(frame));
  const blocks = frames.map((bytes, at) => {
    const head = Buffer.from([0x81, 0, 0, 0x80]);
    head.writeInt16BE(at * 200, 1);
    return element(0xa3, head, bytes);
  });
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(frames.length * 200);
  const text = (value: string) => Buffer.from(value, 'latin1');
  return Buffer.concat([
    element(
      0x1a45dfa3,
      element(0x4286, 1),
      element(0x42f7, 1),
      element(0x42f2, 4),
      element(0x42f3, 8),
      element(0x4282, text('webm')),
      element(0x4287, 2),
      element(0x4285, 2),
    ),
    element(
      0x18538067,
      element(
        0x1549a966,
        element(0x2ad7b1, 1_000_000),
        element(0x4489, duration),
        element(0x4d80, text('own')),
        element(0x5741, text('own')),
      ),
      element(
        0x1654ae6b,
        element(
          0xae,
          element(0xd7, 1),
          element(0x73c5, 1),
          element(0x83, 1),
          element(0x86, text('V_VP8')),
          element(0xe0, element(0xb0, 320), element(0xba, 180)),
        ),
      ),
      element(0x1f43b675, element(0xe7, 0), ...blocks),
    ),
  ]);
}
