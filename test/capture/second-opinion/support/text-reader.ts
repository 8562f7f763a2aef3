import { createTextReader } from '../../../../server/adapters/text-reader/index.ts';

/** As the service reads; its thread does not keep a process, and ends by itself when idle. */
export const textReader = createTextReader();
