-- Questions whose answers the owner wants to stay right, and what each change of the knowledge made of them.

create table public.regression_cases (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  question text not null,
  -- What a right reply says, each of these; none: any reply from the source.
  expected text[] not null default '{}',
  -- What a right reply quotes from, where a person taught it.
  source_id uuid,
  made_from text not null check (made_from in ('owner', 'correction', 'liked')),
  -- The correction or the answer that it was made from.
  ref_id uuid,
  -- How it went the last time.
  last_right boolean,
  last_act text,
  last_reply text,
  created_by uuid,
  created_at timestamptz not null,
  unique (workspace_id, id)
);
create unique index regression_cases_ref on public.regression_cases (workspace_id, ref_id) where ref_id is not null;
select rights.protect('public.regression_cases');
create policy member on public.regression_cases for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.regression_cases to authenticated;

create table public.regression_runs (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  knowledge_version int not null,
  total int not null,
  better int not null,
  worse int not null,
  changed int not null,
  -- Of each case that is better, worse or changed: question, and what was said before and now.
  details jsonb not null,
  finished_at timestamptz not null,
  unique (workspace_id, knowledge_version)
);
select rights.protect('public.regression_runs');
create policy member on public.regression_runs for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.regression_runs to authenticated;
