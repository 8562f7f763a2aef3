const bytes = (value: number, count: number): Buffer => Buffer.alloc(count, value);

/** The HMAC-SHA-256 test cases of RFC 4231, section 4. The fifth is cut to 128 bits. */
export const rfc4231: readonly { name: string; key: Buffer; data: Buffer; hex: string }[] = [
  {
    name: '4.2',
    key: bytes(0x0b, 20),
    data: Buffer.from('Hi There'),
    hex: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    name: '4.3',
    key: Buffer.from('Jefe'),
    data: Buffer.from('what do ya want for nothing?'),
    hex: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  {
    name: '4.4',
    key: bytes(0xaa, 20),
    data: bytes(0xdd, 50),
    hex: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  },
  {
    name: '4.5',
    key: Buffer.from(Array.from({ length: 25 }, (_, index) => index + 1)),
    data: bytes(0xcd, 50),
    hex: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  },
  {
    name: '4.6',
    key: bytes(0x0c, 20),
    data: Buffer.from('Test With Truncation'),
    hex: 'a3b6167473100ee06e0c796c2955552b',
  },
  {
    name: '4.7',
    key: bytes(0xaa, 131),
    data: Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First'),
    hex: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  },
  {
    name: '4.8',
    key: bytes(0xaa, 131),
    data: Buffer.from(
      'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
    ),
    hex: '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  },
];
