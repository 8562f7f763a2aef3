import { describe, expect, test } from 'vitest';
import { isAgentLogin, isByAgent } from '../../../app/pull-requests/find-missing.ts';
import { renderMissing } from '../../../app/render/missing-review.ts';

describe('an agent', () => {
  test.each([
    ['devin-ai-integration[bot]', true],
    ['Copilot', true],
    ['ada', false],
    ['bot', false],
    ['copilot-fan', false],
  ])('is recognised by the login %s: %s', (login, expected) => expect(isAgentLogin(login)).toBe(expected));

  const trailer = (who: string) => `Make it darker\n\nWhy: it was pale.\nCo-authored-by: ${who}\n`;
  test.each<[message: string, email: string | null, expected: boolean]>([
    [trailer('Claude <noreply@anthropic.com>'), 'ada@example.com', true],
    [trailer('Claude <noreply@anthropic.com>').toUpperCase(), null, true],
    [trailer('Codex <noreply@openai.com>').replaceAll('\n', '\r\n'), null, true],
    [trailer('Copilot <175728472+Copilot@users.noreply.github.com>'), null, true],
    [`${trailer('Ada <ada@example.com>')}Co-authored-by: Cursor Agent <cursoragent@cursor.com>`, null, true],
    ['Make it darker', '158243242+devin-ai-integration[bot]@users.noreply.github.com', true],
    ['Make it darker', 'ada@example.com', false],
    ['Make it darker', null, false],
    [trailer('Ada <ada@example.com>'), 'ada@users.noreply.github.com', false],
    ['Thank noreply@anthropic.com, and Co-authored-by: Claude <noreply@anthropic.com>', null, false],
  ])('is recognised by its commit, %j by %s: %s', (message, email, expected) => {
    expect(isByAgent({ message, email })).toBe(expected);
  });
});

describe('the check of a missing review', () => {
  const base = { files: ['src/a.css'], paths: ['src/**'], agentsOnly: false, headSha: 'a'.repeat(40), parent: null };
  const summaryOf = (given: Partial<Parameters<typeof renderMissing>[0]>) =>
    renderMissing({ ...base, ...given }).summary;

  test.each<[Partial<Parameters<typeof renderMissing>[0]>, words: string]>([
    [{}, 'changes `src/a.css`, which matches `src/**`.'],
    [{ files: ['src/a.css', 'src/b.css'] }, 'changes `src/a.css` and 1 more file, which match `src/**`.'],
    [{ files: ['src/a`.css'] }, "changes `src/a'.css`, which"],
    [{ files: null }, 'changes more files than GitHub lists.'],
    [{ paths: ['1', '2', '3', '4', '5', '6'] }, 'matches `1`, `2`, `3`, `4`, `5`, ….'],
    [{ paths: ['src/**', '!**/*.md'] }, 'matches `src/**`.'],
    [{ parent: 'ID' }, `--parent ID --revision ${'a'.repeat(40)}`],
  ])('for %j says: %s', (given, words) => expect(summaryOf(given)).toContain(words));

  test('names no next pass where there is none to continue', () => {
    expect(summaryOf({})).not.toContain('sightline review');
  });
});
