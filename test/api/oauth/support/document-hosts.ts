import { parseOutboundAllow } from '../../../../server/adapters/outbound/index.ts';

/** Lets a test's service read clients' documents on this machine, which no setting does. */
export const documentsFromHere = {
  outboundAllow: parseOutboundAllow('127.0.0.1/32').map((rule) => ({ ...rule, use: 'client_document' as const })),
};
