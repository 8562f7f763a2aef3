import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { SettingsFile, settingsPath } from './file.ts';

/** Returns the JSON Schema of `.github/sightline.yml` for editors, which is stored in `sightline.schema.json`. */
export function writeJsonSchema(): string {
  const schema = z.toJSONSchema(SettingsFile, { io: 'input', target: 'draft-7' });
  const named = { ...schema, title: settingsPath, description: 'What Sightline does with this repository’s reviews' };
  return `${JSON.stringify(named, null, 2)}\n`;
}

if (import.meta.main) await writeFile(new URL('./sightline.schema.json', import.meta.url), writeJsonSchema());
