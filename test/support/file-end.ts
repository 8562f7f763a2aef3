type End = () => unknown;

const ends: End[] = [];

/**
 * Registers a function for the end of this test file, after the file's own hooks. The process continues with other
 * files.
 */
export function atFileEnd(end: End): void {
  ends.push(end);
}

/** Runs the registered functions, the last one first. */
export async function endFile(): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
}
