-- What an owner has set right in what the bot understood: another value, or a line that is not to be said. It is laid over every version
-- of its source, by the names that the document gives the thing and the column.
create table private.fact_edits (
  id uuid primary key,
  workspace_id uuid not null,
  source_id uuid not null,
  subject text not null,
  -- null: the whole line
  head text,
  was text not null,
  -- null: is not said
  value text,
  created_by uuid,
  created_at timestamptz not null,
  unique nulls not distinct (workspace_id, source_id, subject, head),
  check (head is not null or value is null),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
select rights.protect('private.fact_edits');
