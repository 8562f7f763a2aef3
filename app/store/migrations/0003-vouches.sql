-- Whom the App vouched for on a review, and what GitHub said of that person then.
create table vouch (
  repository_id bigint not null,
  review_id text not null,
  -- In lower case, as logins are the same whatever their case.
  login text not null,
  user_id bigint not null,
  may_write boolean not null,
  -- `org/slug` that the person was found to be a member of; null when no team was asked for.
  team text,
  is_author boolean not null,
  vouched_at timestamptz not null default now(),
  primary key (repository_id, review_id, login),
  foreign key (repository_id, review_id) references registration (repository_id, review_id) on delete cascade
);
