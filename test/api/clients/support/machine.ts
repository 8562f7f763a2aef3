import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { pressConnect } from './person.ts';

/** A person's machine as its programs see it: a home folder, and a browser in which a person presses Connect. */
export interface Machine {
  home: string;
  /** The environment of programs that start there. */
  env: Record<string, string>;
  /** The addresses that programs have opened so far. */
  opened(): Promise<string[]>;
  /**
   * Lets the person press Connect at the next address that is opened. Fails when `work` ends before that.
   * @returns that address, and the address at which the browser arrived
   */
  signIn(work: Promise<unknown>): Promise<{ address: string; came: string }>;
}

export async function createMachine(folder: string, browser: Browser): Promise<Machine> {
  const [programs, home, noted] = [join(folder, 'bin'), join(folder, 'home'), join(folder, 'opened')];
  await Promise.all([mkdir(programs), mkdir(home), writeFile(noted, '')]);
  const opener = join(programs, 'xdg-open');
  await writeFile(opener, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${noted}'\n`);
  await chmod(opener, 0o755);
  const opened = async () => (await readFile(noted, 'utf8')).split('\n').filter((line) => line !== '');
  let visited = 0;
  const nextOpened = async (signal: AbortSignal): Promise<string> => {
    for (;;) {
      const address = (await opened())[visited];
      if (address !== undefined) return address;
      await pause(50, undefined, { signal });
    }
  };
  return {
    home,
    // Some programs bring their own xdg-open, which reads BROWSER.
    env: { PATH: `${programs}${delimiter}${process.env.PATH}`, BROWSER: opener, HOME: home },
    opened,
    async signIn(work) {
      const ended = new AbortController();
      work.then(
        () => ended.abort(new Error('It connected without a browser')),
        (error: unknown) => ended.abort(error),
      );
      const address = await nextOpened(ended.signal);
      visited += 1;
      return { address, came: await pressConnect(browser, address) };
    },
  };
}
