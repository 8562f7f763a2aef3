/** Runs inside the page: as long as it is for the page, which is longer on a busy machine. */
export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
