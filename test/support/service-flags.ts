import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest: { scripts: { start: string } } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
);

/** The flags of Node that `npm start` gives the service. */
export const serviceFlags = manifest.scripts.start.split(' ').slice(1, -1);
