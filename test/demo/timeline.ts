/** Who did something in the demo. */
export type Actor = 'GitHub' | 'Action' | 'App' | 'Reviewer' | 'Agent';

/** Prints what happens as it happens. */
export class Timeline {
  readonly #started = Date.now();
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  add(actor: Actor, what: string): void {
    const seconds = ((Date.now() - this.#started) / 1000).toFixed(1).padStart(6);
    this.#print(`  ${seconds} s  ${actor.padEnd(8)}  ${what}`);
  }
}
