import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { visibleJsonText } from '../contract/visible-text.ts';

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

const codes: Record<Colour, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
}

interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
}

export interface Terminal {
  input: Streams['stdin'];
  /** Whether the result is one JSON document. */
  json: boolean;
  /** Prints a result for people: to stdout, or to stderr when stdout is for a JSON document. */
  print(text: string): void;
  /** Prints progress to stderr. */
  note(text: string): void;
  /** Prints the JSON document. It may contain a token, so it is printed only when JSON was requested. */
  document(value: unknown): void;
  paint(text: string, colour: Colour): string;
  /** Keeps a secret out of everything that is printed for people. */
  hide(secret: string): void;
  /** Asks on stderr and reads one line from stdin; empty at its end. */
  ask(question: string): Promise<string>;
  /** Sets what Ctrl-C prints from now on. */
  onInterrupt(advice: string): void;
  advice(): string;
}

export function createTerminal(json: boolean, env: NodeJS.ProcessEnv, { stdin, stdout, stderr }: Streams): Terminal {
  const secrets: string[] = [];
  let advice = '';
  const shown = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  const stream = json ? stderr : stdout;
  const coloured = (env.NO_COLOR ?? '') === '' && stream.isTTY === true && env.TERM !== 'dumb';
  const note = (text: string) => void stderr.write(`${shown(text)}\n`);
  return {
    input: stdin,
    json,
    note,
    print: (text) => void stream.write(`${shown(text)}\n`),
    document: (value) => void stdout.write(`${visibleJsonText(value)}\n`),
    paint: (text, colour) => (coloured ? `\x1b[${codes[colour]}m${text}\x1b[0m` : text),
    hide: (secret) => {
      if (secret !== '') secrets.push(secret);
    },
    onInterrupt: (text) => {
      advice = text;
    },
    advice: () => shown(advice),
    ask(question) {
      stderr.write(shown(question));
      const lines = createInterface({ input: stdin });
      return new Promise((resolve) => {
        lines.once('line', (answer) => {
          resolve(answer.trim());
          lines.close();
        });
        lines.once('close', () => resolve(''));
      });
    },
  };
}
