import { Button } from '../shared/button.tsx';
import { identity as words } from './identity-strings.ts';
import { useIdentity } from './use-identity.ts';

/** Shows who decides, or why the sign-in failed; nothing for a link alone. */
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
      <Button class="button-small" onClick={identity.signOut}>
        {who === null ? words.dismiss : words.signOut}
      </Button>
    </p>
  );
}
