import { crc32 } from 'node:zlib';

/** Returns a ZIP archive of uncompressed, executable files (APPNOTE.TXT, 4.3). */
export function writeZip(files: Record<string, Buffer>): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const path = Buffer.from(name);
    // From the required version to the length of the name; the same in both headers.
    const common = Buffer.alloc(24);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.alloc(2), path, bytes]);
    const rest = Buffer.alloc(16);
    rest.writeUInt32LE(0o100755 * 65_536, 8);
    rest.writeUInt32LE(offset, 12);
    // Marked as made on Unix, so that the mode is used.
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest.subarray(0, 2), rest.subarray(2), path]),
    );
    bodies.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}
