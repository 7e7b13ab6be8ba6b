-- What a data folder and this database have counted together: a database that was put back from a copy is behind.
create table private.sending_counts (
  -- the file in the folder
  id uuid primary key,
  count bigint not null,
  -- which file it was: a copy of it is another
  mark text not null,
  counted_at timestamptz not null
);
select rights.protect('private.sending_counts');
