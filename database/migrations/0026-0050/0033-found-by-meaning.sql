-- Passages found by what they mean, parts of a message that were left open.

-- A workspace chooses two: who writes its replies, and who turns texts into vectors for the search.
alter table private.model_choices
  add column purpose text not null default 'reply' check (purpose in ('reply', 'search')),
  drop constraint model_choices_pkey,
  add primary key (workspace_id, purpose);

-- What passages mean to a model, known by their words: unchanged passages of a new version are not computed again.
create table private.passage_vectors (
  workspace_id uuid not null references public.workspaces on delete cascade,
  -- Kind, address and name of the model; another one computes others.
  model text not null,
  text_hash text not null,
  -- One signed byte a dimension.
  vector bytea not null,
  created_at timestamptz not null,
  primary key (workspace_id, model, text_hash)
);
select rights.protect('private.passage_vectors');

-- Of a message with several questions more than one may be left open.
alter table public.unanswered_asks drop constraint unanswered_asks_workspace_id_answer_id_key;
create unique index unanswered_asks_part on public.unanswered_asks (workspace_id, answer_id, text);
