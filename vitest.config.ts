import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PATIENCE_MS } from './test/support/patience.ts';
import { serviceFlags } from './test/support/service-flags.ts';

/** Whole runs in few lines. Where nothing tells yet how long a file takes, Vitest goes by its size: these would come last. */
const long = new RegExp(
  `/test/(${[
    'faults|github/journeys|demo',
    'wide/(demo|faults/fleet|inner-scroll|marks-follow|pairs|second-opinion|seeded-changes|truth)',
    'wide/(capture/second-opinion/examples|security/(hostile-input|red-team)|web/(noise|rows|tap-grid))',
  ].join('|')})\\b`,
);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((first) => sorted.filter(({ moduleId }) => long.test(moduleId) === first));
  }
}

/**
 * `npm test` runs `unit` (no service, no browser, no network) and `integration` (each promise once, against the real
 * thing). `npm run test:wide` runs `wide`: corpora, statistics and variants.
 */
export const tiers = [
  { name: 'unit', include: ['test/unit/**/*.test.ts'] },
  { name: 'integration', include: ['test/{api,capture,web,github,security,repository,demo,faults}/**/*.test.ts'] },
  { name: 'wide', include: ['test/wide/**/*.test.ts'] },
];

const globalSetup = 'test/support/global-setup.ts';
/** V8 can end a process whose threads compile calls out of WebAssembly at once. Memory is no concern of tests. */
const execArgv = serviceFlags.filter((flag) => flag.startsWith('--wasm'));
const settings: Record<
  string,
  { pool: 'threads' | 'forks'; isolate: boolean; globalSetup?: string[]; execArgv?: string[] }
> = {
  // Nothing that a unit test could leave behind for the next: `test/repository/test-files.test.ts` sees to it.
  unit: { pool: 'threads', isolate: false },
  // A process runs many files, which takes a third less: modules of the service keep nothing of what they serve.
  integration: { pool: 'forks', isolate: false, globalSetup: [globalSetup], execArgv },
  wide: { pool: 'forks', isolate: false, globalSetup: [globalSetup], execArgv },
};

export default defineConfig({
  test: {
    projects: tiers.map((tier) => ({
      extends: true,
      test: { ...tier, ...settings[tier.name] },
    })),
    setupFiles: ['test/support/each-file.ts'],
    sequence: { sequencer: LongFirst },
    // One more than cores, because some files mostly wait: about 550 instead of 580 s on two cores.
    maxWorkers: availableParallelism() + 1,
    // What hangs ends; a slow or busy machine is no fault.
    testTimeout: 2 * PATIENCE_MS,
    hookTimeout: 2 * PATIENCE_MS,
    // What must come is waited for: only what never comes fails.
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
