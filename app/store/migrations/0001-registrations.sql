create table pull_request (
  repository_id bigint not null,
  number integer not null,
  installation_id bigint not null,
  full_name text not null,
  private boolean not null,
  fork boolean not null,
  default_branch text not null,
  head_ref text not null,
  head_sha text not null,
  open boolean not null,
  comment_id bigint,
  comment_hash text,
  primary key (repository_id, number)
);

create table registration (
  repository_id bigint not null,
  review_id text not null,
  pull_request integer not null,
  name text not null,
  head_sha text not null,
  -- The workflow run that registered it; null when it was adopted from a registered parent.
  run_id bigint,
  -- The secret of the review's link, encrypted.
  secret text not null,
  -- What was last read of it, as far as the comment needs it.
  facts jsonb,
  status text not null default 'preparing',
  -- Of everything that GitHub was last told for it; null when it has to be told again.
  followed_hash text,
  created_at timestamptz not null default now(),
  primary key (repository_id, review_id),
  foreign key (repository_id, pull_request) references pull_request (repository_id, number)
);
create index registration_review on registration (review_id);
create index registration_name on registration (repository_id, pull_request, name, review_id);

create table check_run (
  repository_id bigint not null,
  name text not null,
  head_sha text not null,
  -- null: the next write makes a new one.
  check_run_id bigint,
  url text,
  content_hash text,
  primary key (repository_id, name, head_sha)
);

create table hand_off (
  repository_id bigint not null,
  review_id text not null,
  decision integer not null,
  pull_request integer not null,
  -- claimed: being sent; sent; refused: GitHub said no, for the reason in problem; unanswered: nobody knows.
  state text not null,
  problem text,
  -- false once a person stepped in: it counts no more towards the limit of passes.
  counted boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (repository_id, review_id, decision)
);
create index hand_off_pull_request on hand_off (repository_id, pull_request);

create table used_token (
  jti text primary key,
  expires_at timestamptz not null
);
create index used_token_expiry on used_token (expires_at);
