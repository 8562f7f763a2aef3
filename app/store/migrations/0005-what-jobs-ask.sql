-- What the job that registered a review asked of how it is shown.
alter table registration
  -- No row in the comment.
  add column silent boolean not null default false,
  -- Its own link is shown nowhere.
  add column sign_in_only boolean not null default false;
