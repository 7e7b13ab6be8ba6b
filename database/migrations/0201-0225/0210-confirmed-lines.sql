-- Lines of a document that a member has confirmed as read right. A changed line has another hash, so its confirmation no longer applies.
create table private.confirmed_lines (
  workspace_id uuid not null,
  source_id uuid not null,
  -- '': a line of which no fact was read
  subject text not null,
  line_hash text not null,
  confirmed_by uuid,
  confirmed_at timestamptz not null,
  primary key (workspace_id, source_id, subject, line_hash),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
select rights.protect('private.confirmed_lines');
