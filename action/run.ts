import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from './runner.ts';

export { run };

// The runner starts this file; `@github/local-action` imports it and calls its export.
const [, started] = process.argv;
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) await run();
