-- The App that was created from the service's own page, at most one.
create table github_app (
  only_one boolean primary key default true check (only_one),
  -- What the setup's secret and its states are made of; a new one when the App is forgotten.
  nonce text not null,
  -- Encrypted JSON; null until GitHub has created it.
  credentials text,
  created_at timestamptz
);
