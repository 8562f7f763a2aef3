import { agents as words } from '../strings/agents.ts';
import { Snippet } from './snippet.tsx';
import { addressesOf } from './snippets.ts';

/** Connecting by the address alone: the agent opens the connect screen by itself. */
export function Agents() {
  const { address, claudeCode, codex, editor } = addressesOf(location.origin);
  return (
    <>
      <h2>{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <Snippet title={words.address} shown={address} />
      <Snippet title={words.claudeCode} hint={words.claudeCodeThen} shown={claudeCode} />
      <Snippet title={words.codex} shown={codex} />
      <Snippet title={words.editor} shown={editor} />
    </>
  );
}
