import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // Every file has a service, a browser or a database of its own to wait for: half as many again as there are cores.
    maxWorkers: Math.max(2, Math.ceil(availableParallelism() * 1.5)),
    // What hangs ends; a slow or busy machine is no fault.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What must come is waited for: only what never comes fails.
    expect: { poll: { timeout: 60_000 } },
  },
});
