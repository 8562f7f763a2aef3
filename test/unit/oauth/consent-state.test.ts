import { expect, test } from 'vitest';
import { createSecrets } from '../../../server/adapters/secrets/index.ts';
import {
  decryptConsentState,
  encryptConsentState,
  requestOf,
} from '../../../server/domain/connection/consent-state.ts';

const HOUR = 3_600_000;
const request = {
  ...{ clientId: 'slc_1', clientName: 'Agent', publisherHost: null, redirectUri: 'https://client.example/cb' },
  ...{ challenge: 'A'.repeat(43), resource: null, state: 'a state' },
};
const portsAt = (ms: number, key = 'the key of this service') => ({
  clock: () => new Date(ms),
  secrets: createSecrets(key),
});

test('a consent state carries its request for an hour, in every process of its service', () => {
  const text = encryptConsentState(portsAt(0), request);
  const opened = decryptConsentState(portsAt(HOUR - 1), text);
  expect(opened).toMatchObject({ request, code: expect.stringMatching(/^slo_[\w-]{43}$/) });
  expect(decryptConsentState(portsAt(1), text)?.code).toBe(opened?.code);
  expect(opened?.signIn.request).toBe(requestOf(opened?.signIn.secret ?? ''));
  expect(decryptConsentState(portsAt(HOUR), text)).toBeNull();
  expect(decryptConsentState(portsAt(0), encryptConsentState(portsAt(0), request))?.code).not.toBe(opened?.code);
  expect(text).not.toContain(Buffer.from('a state').toString('base64url'));
});

test('refuses a consent state of another service, for another purpose, or with a changed letter', () => {
  const text = encryptConsentState(portsAt(0), request);
  expect(decryptConsentState(portsAt(0, 'another key'), text)).toBeNull();
  const contents = { nonce: 'n', expiresAt: HOUR, request };
  const { secrets } = portsAt(0);
  const encrypted = (value: unknown, associatedData: string) =>
    secrets.encrypt(JSON.stringify(value), associatedData).toString('base64url');
  expect(decryptConsentState(portsAt(0), encrypted(contents, 'connect_sign_in.consent_state'))?.request).toEqual(
    request,
  );
  expect(decryptConsentState(portsAt(0), encrypted(contents, 'workspace.open'))).toBeNull();
  expect(decryptConsentState(portsAt(0), encrypted({}, 'connect_sign_in.consent_state'))).toBeNull();
  for (let at = 0; at < text.length - 1; at += 1) {
    const letter = text[at] === 'A' ? 'B' : 'A';
    expect(decryptConsentState(portsAt(0), text.slice(0, at) + letter + text.slice(at + 1))).toBeNull();
  }
  for (const other of ['', 'x', JSON.stringify(contents), 'A'.repeat(70_000)]) {
    expect(decryptConsentState(portsAt(0), other)).toBeNull();
  }
});
