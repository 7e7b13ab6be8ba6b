create table public.sources (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  kind text not null check (kind in ('file', 'link', 'pair')),
  parent_id uuid,
  title text not null,
  url text,
  file_key text,
  file_type text check (file_type in ('pdf', 'docx', 'txt')),
  size bigint,
  sha256 text,
  status text not null check (status in ('processing', 'waiting', 'processed', 'failed', 'removed')),
  -- A code of the errors catalogue.
  reason text,
  version int not null default 1,
  progress int not null default 0 check (progress between 0 and 100),
  passages_count int not null default 0,
  created_by uuid,
  created_at timestamptz not null,
  processed_at timestamptz,
  unique (workspace_id, id)
);
create unique index sources_file on public.sources (workspace_id, sha256) where sha256 is not null and status in ('processing', 'waiting', 'processed');
create index sources_recent on public.sources (workspace_id, created_at desc);
select rights.protect('public.sources');
create policy member on public.sources for select to authenticated using (workspace_id in (select rights.my_workspaces()) and status <> 'removed');
grant select on public.sources to authenticated;

-- The text a source's passages point into: citations are ranges of it.
create table private.source_texts (
  workspace_id uuid not null,
  source_id uuid not null,
  version int not null,
  text text not null,
  pages jsonb not null default '[]',
  primary key (workspace_id, source_id, version),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
select rights.protect('private.source_texts');

create table public.passages (
  id uuid primary key,
  workspace_id uuid not null,
  source_id uuid not null,
  version int not null,
  position int not null,
  heading text not null default '',
  text text not null,
  "start" int not null,
  "end" int not null,
  live boolean not null,
  unique (workspace_id, id),
  unique (workspace_id, source_id, version, position),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
create index passages_live on public.passages (workspace_id) where live;
select rights.protect('public.passages');
create policy member on public.passages for select to authenticated using (workspace_id in (select rights.my_workspaces()) and live);
grant select on public.passages to authenticated;
