-- Challenges of the human check that were used: each is good once, over all processes.
create table private.used_challenges (
  id uuid primary key,
  expires_at timestamptz not null
);
create index used_challenges_expires_at on private.used_challenges (expires_at);
select rights.protect('private.used_challenges');
