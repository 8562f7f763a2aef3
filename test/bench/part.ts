import { parts } from './parts.ts';

/** Runs one part in its own process for `bench.ts`, and sends it the results. */
const [name = '', ...flags] = process.argv.slice(2);
const results = await parts[name]?.run(flags.includes('--verbose'));
process.send?.(results, () => process.exit());
