-- By what a workspace paid, as keyed hashes: two that pay by the same card are seen, the card is not known.
create table private.payer_marks (
  workspace_id uuid not null,
  kind text not null check (kind in ('card')),
  mark text not null,
  seen_at timestamptz not null,
  primary key (workspace_id, kind, mark)
);
create index payer_marks_mark on private.payer_marks (kind, mark);
select rights.protect('private.payer_marks');
