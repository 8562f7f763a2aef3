import { agents as words } from './agents-strings.ts';
import { Snippet } from './snippet.tsx';
import { addressesOf } from './snippets.ts';

/** Shows how an agent connects by the address alone. */
export function Agents() {
  const { address, claudeCode, codex, editor } = addressesOf(location.origin);
  return (
    <>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <Snippet title={words.address} shown={address} />
      <Snippet title={words.claudeCode} help={words.claudeCodeThen} shown={claudeCode} />
      <Snippet title={words.codex} shown={codex} />
      <Snippet title={words.editor} shown={editor} />
    </>
  );
}
