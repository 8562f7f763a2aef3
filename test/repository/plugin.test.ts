import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../server/contract/index.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const json = (path: string) => JSON.parse(read(path));

test('the plugin for Claude Code is what the marketplace lists, at the version of the package', () => {
  const { name, plugins } = json('.claude-plugin/marketplace.json');
  expect([name, plugins.length]).toEqual(['sightline', 1]);
  const [{ source }] = plugins;
  const plugin = json(join(source, '.claude-plugin/plugin.json'));
  expect([plugin.name, plugin.version]).toEqual([plugins[0].name, json('package.json').version]);
  expect(json(join(source, '.mcp.json')).mcpServers.sightline.url).toMatch(/:4000}\/mcp\/sightline$/);
  expect(existsSync(join(root, source, 'skills/visual-sign-off/SKILL.md'))).toBe(true);
});

test('the plugin names only tools that exist', () => {
  const skill = read('server/cli/agent/plugin/skills/visual-sign-off/SKILL.md');
  const fields = ['review_url', 'next_action', 'work_packets', 'parent_id'];
  const named = [...skill.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, word = '']) => word);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((word) => !(word in operations) && !fields.includes(word))).toEqual([]);
});
