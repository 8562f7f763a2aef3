import { expect, test } from 'vitest';
import { isLocalAddress } from '../../../server/cli/local-address.ts';

test.each([
  'http://localhost:3000/pricing',
  'http://LOCALHOST./',
  'http://shop.localhost/',
  'http://127.0.0.1:5173/',
  'http://127.9.9.9/',
  'http://2130706433/',
  'http://0.0.0.0:8000/',
  'http://[::1]:3000/',
  'http://[::ffff:192.168.0.7]/',
  'http://[fe80::1]/',
  'http://[fd12:3456::1]/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.20:8080/',
  'http://169.254.10.1/',
  'http://laptop.local:3000/',
  'https://shop.test/',
])('%s is captured on this machine', (url) => expect(isLocalAddress(url)).toBe(true));

test.each([
  'https://example.com/',
  'https://localhost.example.com/',
  'https://mylocalhost/',
  'https://latest/',
  'https://10.example.com/',
  'http://172.32.0.1/',
  'http://172.15.0.1/',
  'http://192.169.0.1/',
  'http://11.0.0.1/',
  'http://[2606:4700::1111]/',
])('%s is captured by the service', (url) => expect(isLocalAddress(url)).toBe(false));
