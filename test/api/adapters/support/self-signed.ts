import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { atFileEnd } from '../../../support/file-end.ts';

/** A certificate that nobody trusts, for `localhost`, `receiver.test` and 127.0.0.1. Good for tests alone. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQga9ux0uEjx6LwBuFJ
UIBp4twnrf7YrV7QN7gucF33Zh+hRANCAASdke0+zIuXKi0DedhszDxvZGVKrDQq
KJFyzJghvh/HCV9s+c/KOrDAjX90GdI142z7amtHe4l48JQbSKTtTmYZ
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBtTCCAVqgAwIBAgIUAN6llqMGiNy0XURIr/qXr2lTNVEwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOc2lnaHRsaW5lLXRlc3QwIBcNMjYxMTIwMTgwNTAxWhgPMjEy
NjEwMjcxODA1MDFaMBkxFzAVBgNVBAMMDnNpZ2h0bGluZS10ZXN0MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEnZHtPsyLlyotA3nYbMw8b2RlSqw0KiiRcsyYIb4f
xwlfbPnPyjqwwI1/dBnSNeNs+2prR3uJePCUG0ik7U5mGaN+MHwwHQYDVR0OBBYE
FCwMV0IIVH8rAHuiRqKLf5TG6AwyMB8GA1UdIwQYMBaAFCwMV0IIVH8rAHuiRqKL
f5TG6AwyMA8GA1UdEwEB/wQFMAMBAf8wKQYDVR0RBCIwIIIJbG9jYWxob3N0gg1y
ZWNlaXZlci50ZXN0hwR/AAABMAoGCCqGSM49BAMCA0kAMEYCIQDun1VjrpVKivp5
hDutyjGkPlT52Y+xP4kLqwfarTdkPwIhAPurn9Zdi7UWhzjtvYgIjOdoGbkjCRIZ
pDy7xH6Up7jS
-----END CERTIFICATE-----
`,
};

/** Trusts it, until what this gives is called. */
export function trustSelfSigned(): () => void {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, selfSigned.cert]);
  return () => setDefaultCACertificates(trusted);
}

/** Trusts it for the rest of the test file: the process goes on to others, which must not. */
export const trustSelfSignedInFile = (): void => atFileEnd(trustSelfSigned());
