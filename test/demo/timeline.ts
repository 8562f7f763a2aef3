/** Who did something in the demo. */
export type Actor = 'GitHub' | 'Action' | 'App' | 'Reviewer' | 'Agent' | 'Service';

interface Entry {
  at: number;
  actor: Actor;
  what: string;
}

/** What happened, printed as it happens and once more as a table at the end. */
export class Timeline {
  readonly #started = Date.now();
  readonly #entries: Entry[] = [];
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  add(actor: Actor, what: string): void {
    this.#entries.push({ at: Date.now() - this.#started, actor, what });
    this.#print(`  ${this.#seconds(Date.now() - this.#started)}  ${actor.padEnd(8)}  ${what}`);
  }

  #seconds(ms: number): string {
    return `${(ms / 1000).toFixed(1).padStart(6)} s`;
  }

  table(): string {
    const rows = this.#entries.map(
      ({ at, actor, what }) => `│ ${this.#seconds(at)} │ ${actor.padEnd(8)} │ ${what.padEnd(96).slice(0, 96)} │`,
    );
    const line = (left: string, middle: string, right: string) =>
      `${left}${'─'.repeat(10)}${middle}${'─'.repeat(10)}${middle}${'─'.repeat(98)}${right}`;
    const head = `│ ${'when'.padEnd(8)} │ ${'who'.padEnd(8)} │ ${'what'.padEnd(96)} │`;
    return [line('┌', '┬', '┐'), head, line('├', '┼', '┤'), ...rows, line('└', '┴', '┘')].join('\n');
  }
}
