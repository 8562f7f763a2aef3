import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whole runs in few lines. Where nothing tells yet how long a file takes, Vitest goes by its size: these would come last. */
const long = /\/test\/(faults|journeys)\//;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((first) => sorted.filter(({ moduleId }) => long.test(moduleId) === first));
  }
}

/** `promises` holds what users and other parts rely on; `wide` compares much material, and prints what it found. */
export const tiers = [
  { name: 'promises', include: ['test/**/*.test.ts', 'test/**/*.test.tsx'], exclude: ['test/wide/**'] },
  { name: 'wide', include: ['test/wide/**/*.test.ts'], exclude: [] },
];

export default defineConfig({
  test: {
    projects: tiers.map((tier) => ({ extends: true, test: tier })),
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/each-file.ts'],
    pool: 'forks',
    // A process for each file costs a third more, and no file can fail for what another left behind.
    isolate: true,
    sequence: { sequencer: LongFirst },
    // Each file starts a service or a browser. More files at once finish no sooner, and miss deadlines.
    maxWorkers: Math.max(2, availableParallelism()),
    // What hangs ends; a slow or busy machine is no fault.
    testTimeout: 480_000,
    hookTimeout: 480_000,
    // What must come is waited for: only what never comes fails.
    expect: { poll: { timeout: 240_000 } },
  },
});
