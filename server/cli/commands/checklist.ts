import type { Output } from '../../contract/client.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../failure.ts';
import { readRules } from '../parse.ts';
import { line, plural, table } from '../text.ts';

type Rules = Output<'get_checklist'>['rules'];

/** Returns the ids. @throws UsageError that names the first id that is not a rule's */
function known(rules: Rules, ids: readonly string[]): ReadonlySet<string> {
  const wrong = ids.find((id) => !rules.some((rule) => rule.id === id));
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is no rule. "sightline checklist" lists them.`);
  return new Set(ids);
}

/** Returns what was switched, and how many rules are off now. */
function confirmation(off: readonly string[], on: readonly string[], rules: Rules): string {
  const count = rules.filter((rule) => !rule.on).length;
  return [
    ...(off.length === 0 ? [] : [`Switched off: ${off.join(', ')}.`]),
    ...(on.length === 0 ? [] : [`Switched on: ${on.join(', ')}.`]),
    `${count} of ${plural(rules.length, 'rule')} ${count === 1 ? 'is' : 'are'} off. "sightline checklist" lists them.`,
  ].join('\n');
}

const row = ({ id, on, types, title }: Rules[number]): string[] => [
  on ? 'on' : 'off',
  id,
  types.join(' '),
  line(title, 60),
];

export const checklist = defineCommand({
  name: 'checklist',
  arguments: '',
  count: [0, 0],
  summary: 'List the rules of second opinions, and switch them off and on',
  details: 'Disabled rules are skipped in all future runs of the workspace.',
  examples: ['sightline checklist --off tiny-text,small-target', 'sightline checklist --on tiny-text'],
  options: {
    off: { type: 'string', multiple: true, value: 'RULES', help: 'Switch these off, with commas between' },
    on: { type: 'string', multiple: true, value: 'RULES', help: 'Switch these on' },
  },
  async run(context, _words, values) {
    const session = context.session();
    const list = await session.call('get_checklist', {});
    if (values.off !== undefined || values.on !== undefined) {
      const off = known(list.rules, readRules(values.off ?? []));
      const on = known(list.rules, readRules(values.on ?? []));
      const both = [...off].find((id) => on.has(id));
      if (both !== undefined) throw new UsageError(`"${both}" cannot be switched both off and on.`);
      const wanted = list.rules.filter((rule) => off.has(rule.id) || (!rule.on && !on.has(rule.id)));
      const changed = await session.call('update_checklist', { off: wanted.map(({ id }) => id) });
      return { document: changed, text: confirmation([...off], [...on], changed.rules) };
    }
    const off = list.rules.filter((rule) => !rule.on).length;
    return {
      document: list,
      text: [
        table([['', 'RULE', 'FOR', 'TITLE'], ...list.rules.map(row)]),
        `\n${plural(list.rules.length, 'rule')}, ${off} off. ${list.model === null ? 'No model is asked.' : `The model ${line(list.model)} is asked as well.`}`,
      ].join('\n'),
    };
  },
});
