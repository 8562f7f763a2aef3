import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { exampleUrl, root } from '../../readme/support/readme.ts';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Shell {
  folder: string;
  /** Runs commands of the documentation as a person who copied them. The home folder is the shell's folder. */
  run(text: string, options?: { cwd?: string }): Promise<Ran>;
}

const launcher = join(root, 'server/cli/sightline.mjs');
/** Defines the command as `npm link` puts it on the path. */
const command = `sightline() { '${process.execPath}' '${launcher}' "$@"; }\n`;

/** Opens a shell in which the example's address is replaced by that of a service. */
export async function openShell(url: string, replaced: Record<string, string> = {}): Promise<Shell> {
  const folder = await temporaryFolder('sightline-docs-');
  const here = (text: string): string =>
    Object.entries({ [exampleUrl]: url, ...replaced }).reduce((all, [from, to]) => all.replaceAll(from, to), text);
  return {
    folder,
    async run(text, { cwd = folder } = {}) {
      const file = join(folder, 'commands.sh');
      await writeFile(file, `set -eu\n${command}${here(text)}`);
      const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, SIGHTLINE_URL: url };
      return new Promise((resolve) => {
        execFile('sh', [file], { cwd, env, maxBuffer: 50_000_000 }, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
        });
      });
    },
  };
}
