import { createTextReader } from '../../../../server/checklist/text-recognition/create-text-reader.ts';

/** As the service reads; its thread does not keep a process, and ends by itself when idle. */
export const textReader = createTextReader();
