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

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/each-file.ts'],
    pool: 'forks',
    // A process for each file costs a third more, and no file can fail for what another left behind.
    isolate: true,
    sequence: { sequencer: LongFirst },
    // Every file has a service, a browser or a database of its own to wait for: half as many again as there are cores.
    maxWorkers: Math.max(2, Math.ceil(availableParallelism() * 1.5)),
    // What hangs ends; a slow or busy machine is no fault.
    testTimeout: 480_000,
    hookTimeout: 480_000,
    // What must come is waited for: only what never comes fails.
    expect: { poll: { timeout: 240_000 } },
  },
});
