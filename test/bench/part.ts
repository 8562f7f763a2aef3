import { parts } from './parts.ts';

/** One part in a process of its own, for `bench.ts`: its results are sent there. */
const [name = '', ...flags] = process.argv.slice(2);
const results = await parts[name]?.run(flags.includes('--verbose'));
process.send?.(results, () => process.exit());
