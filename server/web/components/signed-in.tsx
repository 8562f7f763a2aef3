import { useIdentity } from '../review/identity.ts';
import { strings } from '../strings.ts';

const words = strings.identity;

/** As whom a decision is made, or why a sign-in did not work; nothing for who came by the link alone. */
export function SignedIn() {
  const identity = useIdentity();
  if (identity === null) return null;
  if (identity.checking.value) return <p class="banner">{words.wait}</p>;
  const who = identity.who.value;
  const problem = identity.problem.value;
  if (who === null && problem === null) return null;
  return (
    <p class="banner" data-kind="identity" data-warns={who === null}>
      {who === null ? problem : words.as(who.login)}{' '}
      <button type="button" class="button button-small" onClick={identity.signOut}>
        {who === null ? words.dismiss : words.signOut}
      </button>
    </p>
  );
}
