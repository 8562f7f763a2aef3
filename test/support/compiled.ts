import { resolve } from 'node:path';

/** What Node compiled for one process of the service, the next one starts with: it takes half the time. */
export const compiled = { NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../node_modules/.cache/service') };
