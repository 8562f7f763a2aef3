type End = () => unknown;

const ends: End[] = [];

/** Called once this test file is done, after its own hooks. The process goes on to another file. */
export function atFileEnd(end: End): void {
  ends.push(end);
}

/** The last in ends first, as if each had been left in turn. */
export async function endFile(): Promise<void> {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
}
