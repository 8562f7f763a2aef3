/** Addresses that the service must never dial: one of each special range, and the ones attackers use most. */
export const privateIpv4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.254',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.0.0.53',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.8',
  '192.0.0.170',
  '192.0.0.192',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.254',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.254',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
];

export const privateIpv6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  '100::1',
  '100:0:0:1::1',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::1',
  '64:ff9b:1::1',
  '2001::1',
  '2001:10::1',
  '2001:20::1',
  '2001:30::1',
  '2001:1ff:ffff::1',
  '2002::1',
  '2002:7f00:1::',
  '2620:4f:8000::1',
  '2001:db8::1',
  '3fff::1',
  '3fff:fff:ffff::1',
  '5f00::1',
  '1fff:ffff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd12:3456:789a::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  '4000::1',
];

export const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '172.32.0.1',
  '192.169.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
];

function bytesOf(address: string): [number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a, b, c, d];
}

const hex = (value: number) => value.toString(16);
const octal = (value: number) => `0${value.toString(8)}`;
const digits = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const group = (value: number) => hex(value).padStart(4, '0');

/** Returns an IPv4 address in every notation that some parser accepts. */
function ipv4Notations(address: string): string[] {
  const [a, b, c, d] = bytesOf(address);
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const pair = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number)}`,
    `0X${hex(number).toUpperCase()}`,
    octal(number),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`,
    [a, b, c, d].map(octal).join('.'),
    `0x${hex(a)}.${octal(b)}.${c * 256 + d}`,
    `0x${hex(number)}.`,
    `0x00000000${hex(number)}`,
    `000000${octal(number)}`,
    [a, b, c, d].map((byte) => `000${octal(byte)}`).join('.'),
    `${octal(a)}.${(b * 256 + c) * 256 + d}`,
    `0x${hex(a)}.0x${hex((b * 256 + c) * 256 + d)}`,
    digits(address, 0xff10),
    digits(address, 0x1d7ce),
    digits(address, 0x1d7f6),
    digits(String(number), 0xff10),
    address.replaceAll('.', '\u3002'),
    address.replaceAll('.', '\uff0e'),
    address.replaceAll('.', '\uff61'),
    `${address.slice(0, 2)}\u00ad${address.slice(2)}`,
    `${address.slice(0, 1)}\u200b${address.slice(1)}`,
    `${address.slice(0, 1)}%E2%81%A0${address.slice(1)}`,
    address.replaceAll('.', '%2e'),
    [...address].map((letter) => `%${hex(letter.charCodeAt(0))}`).join(''),
    `[::ffff:${address}]`,
    `[::ffff:${pair}]`,
    `[0:0:0:0:0:ffff:${pair}]`,
    `[::FFFF:${pair.toUpperCase()}]`,
    `[0000:0000:0000:0000:0000:ffff:${group(a * 256 + b)}:${group(c * 256 + d)}]`,
    `[::${address}]`,
    `[::ffff:0:${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${pair}]`,
    `[2606:4700::5efe:${address}]`,
    `[2606:4700::200:5efe:${pair}]`,
    `[fe80::5efe:${address}]`,
    `[::ffff:0:${pair}]`,
    `[64:ff9b::${pair}]`,
    `[2002:${pair}::]`,
    `[2002:${pair}::1]`,
    `[2001:0:${pair}::]`,
    `[2001::${hex(0xffff - (a * 256 + b))}:${hex(0xffff - (c * 256 + d))}]`,
  ];
}

/** Hosts, as written in a URL, that lead to an address which is not public. */
export const hostileHosts = [
  ...privateIpv4.flatMap(ipv4Notations),
  ...privateIpv6.flatMap((address) => [`[${address}]`, `[${address.toUpperCase()}]`]),
  '[fe80::1%25eth0]',
  '[::1%25lo]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.b.localhost',
  'ⓛocalhost',
  'loc%61lhost',
  'LocalHost.',
  'x.LOCALHOST.',
  'ｌｏｃａｌｈｏｓｔ',
  'loca\u00adlhost',
];
