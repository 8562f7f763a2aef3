import { ServiceDocument } from '../../server/contract/registration.ts';

const Document = ServiceDocument.pick({ api_url: true });

/** The service does not say where it is. */
export class ServiceDown extends Error {}

/** Reads what the service calls itself, which is not always where the App reads it; once known it stays. */
export function createServiceAddress(serviceUrl: string): () => Promise<string> {
  let known: Promise<string> | undefined;
  const read = async () => {
    const response = await fetch(`${serviceUrl}/.well-known/sightline`, { signal: AbortSignal.timeout(10_000) });
    const document = Document.safeParse(await response.json().catch(() => null));
    if (!response.ok || !document.success) throw new ServiceDown('The service does not say its address.');
    return document.data.api_url.replace(/\/api$/, '');
  };
  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
