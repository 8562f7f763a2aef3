/** The parts of Vitest’s report of one run that are used, in Jest’s format. */
export interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
}

export interface Failure {
  /** File and name of the test; only the file where it failed as a whole. */
  test: string;
  message: string;
}

export interface Run {
  seconds: number;
  cpuSeconds: number;
  passed: number;
  failures: Failure[];
}

export function failuresIn(report: VitestReport): Pick<Run, 'passed' | 'failures'> {
  const failures = report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = name.replace(/^.*\/(?=test\/)/, '');
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ test: `${file} > ${test.fullName}`, message: (test.failureMessages ?? []).join('\n') }));
    return failed.length === 0 && status === 'failed' ? [{ test: file, message }] : failed;
  });
  return { passed: report.numPassedTests, failures };
}

/** Returns each failed test with the number of runs in which it failed and its first message, most frequent first. */
export function countFailures(runs: Run[]): { test: string; failed: string; message: string }[] {
  const found = new Map<string, { failed: number; message: string }>();
  for (const { failures } of runs)
    for (const { test, message } of failures) {
      const known = found.get(test);
      found.set(test, { failed: (known?.failed ?? 0) + 1, message: known?.message ?? message });
    }
  return [...found]
    .toSorted(([, a], [, b]) => b.failed - a.failed)
    .map(([test, { failed, message }]) => ({
      test,
      failed: `${failed} of ${runs.length}`,
      message: message.split('\n')[0] ?? '',
    }));
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
