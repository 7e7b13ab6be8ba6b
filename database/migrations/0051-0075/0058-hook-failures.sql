-- Calls of a platform that are not taken: '<kind> failed' or '<kind> refused', since when, until when, how many.
create table private.hook_failures (
  kind text primary key,
  since timestamptz not null,
  last_at timestamptz not null,
  count bigint not null
);
select rights.protect('private.hook_failures');
