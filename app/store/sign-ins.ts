import type { Queries } from './database.ts';
import type { RegistrationKey } from './registrations.ts';

/** What GitHub said of a person when the App last vouched for them on a review. */
export interface Vouch {
  login: string;
  userId: number;
  mayWrite: boolean;
  /** `org/slug` of the team that was asked for and that the person is in. */
  team: string | null;
  /** Whether the person opened the pull request. */
  isAuthor: boolean;
}

interface Row {
  login: string;
  user_id: string;
  may_write: boolean;
  team: string | null;
  is_author: boolean;
}

export async function saveVouch(db: Queries, key: RegistrationKey, vouch: Vouch): Promise<void> {
  await db.query(
    `insert into sightline_app.vouch (repository_id, review_id, login, user_id, may_write, team, is_author)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (repository_id, review_id, login) do update set user_id = excluded.user_id,
       may_write = excluded.may_write, team = excluded.team, is_author = excluded.is_author, vouched_at = now()`,
    [
      key.repositoryId,
      key.reviewId,
      vouch.login.toLowerCase(),
      vouch.userId,
      vouch.mayWrite,
      vouch.team,
      vouch.isAuthor,
    ],
  );
}

/** Of the person that a decision names as `verified_login`; null for nobody, and for whom the App never vouched here. */
export async function findVouch(db: Queries, key: RegistrationKey, login: string | null): Promise<Vouch | null> {
  if (login === null) return null;
  const [row] = await db.query<Row>(
    'select * from sightline_app.vouch where repository_id = $1 and review_id = $2 and login = $3',
    [key.repositoryId, key.reviewId, login.toLowerCase()],
  );
  if (row === undefined) return null;
  const { user_id: userId, may_write: mayWrite, is_author: isAuthor, team } = row;
  return { login: row.login, userId: Number(userId), mayWrite, team, isAuthor };
}
