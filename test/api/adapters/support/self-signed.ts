import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { atFileEnd } from '../../../support/file-end.ts';

/** A self-signed certificate for `localhost`, `receiver.test` and 127.0.0.1. For tests only. */
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

/** Trusts the certificate until the returned function is called. */
export function trustSelfSigned(): () => void {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, selfSigned.cert]);
  return () => setDefaultCACertificates(trusted);
}

/** Trusts the certificate until the test file ends. The process runs other files, which must not trust it. */
export const trustSelfSignedInFile = (): void => atFileEnd(trustSelfSigned());
