-- Who pushed a commit that is the head of a pull request, in lower case: they are its authors as well.
create table pusher (
  repository_id bigint not null,
  head_sha text not null,
  login text not null,
  primary key (repository_id, head_sha, login)
);
create index pull_request_head on pull_request (repository_id, head_sha);
