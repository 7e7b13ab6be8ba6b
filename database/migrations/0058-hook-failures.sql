-- Calls of a platform that could not be taken in: since when, until when, how many, and whether the shops were told.
create table private.hook_failures (
  kind text primary key,
  since timestamptz not null,
  last_at timestamptz not null,
  count bigint not null default 1,
  told_at timestamptz
);
select rights.protect('private.hook_failures');
