import { createTextReader } from '../../../../server/checklist/text-recognition/create-text-reader.ts';

/** The text reader of the service. Its thread does not keep the process alive, and ends by itself when idle. */
export const textReader = createTextReader();
