import { createClient, ServiceError } from '../../contract/client.ts';
import type { Frame } from '../shared/frame.ts';
import type { Client } from '../shared/types.ts';

/** Creates the page's client inside an agent's chat. It renews the capability before a call that would come too late. */
export function createFrameClient(frame: Frame): Client {
  const client = createClient({
    baseUrl: frame.service,
    get link() {
      return frame.capability;
    },
    get pageKey() {
      return frame.pageKey;
    },
  });
  return {
    async call(name, input, options) {
      await frame.renew().catch(() => {
        throw new ServiceError(0, { message: 'The chat did not open the review again.' });
      });
      return client.call(name, input, options);
    },
  };
}
