-- What the bot knew at each time, for the way back; and what a version would make of the answers before it goes live.

alter table public.sources
  -- The version whose passages answer; null: none does.
  add column live_version int,
  -- Who asked for the newest version; null: the schedule did.
  add column changed_by uuid;

-- A pair that waits, or whose new words do, still holds its question.
drop index public.sources_pair;
create unique index sources_pair on public.sources (workspace_id, title_folded)
  where kind = 'pair' and status in ('processing', 'waiting', 'processed');
create index passages_live_versions on public.passages (workspace_id, source_id, version) where live;

-- From which version of the knowledge until before which one a version of a source answered, and how it was called then.
create table private.source_spans (
  workspace_id uuid not null,
  source_id uuid not null,
  version int not null,
  parent_id uuid,
  kind text not null,
  title text not null,
  title_folded text,
  answer text,
  url text,
  file_key text,
  file_type text,
  size bigint,
  sha256 text,
  passages_count int not null,
  live_from int not null,
  live_until int,
  primary key (workspace_id, source_id, live_from),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
create index source_spans_open on private.source_spans (workspace_id) where live_until is null;
select rights.protect('private.source_spans');

-- Likewise of the customers' own wordings.
create table private.wording_spans (
  workspace_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  text_hash text not null,
  question text not null,
  folded text not null,
  live_from int not null,
  live_until int,
  primary key (workspace_id, id, live_from),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
create index wording_spans_open on private.wording_spans (workspace_id) where live_until is null;
select rights.protect('private.wording_spans');

-- The states of a workspace's knowledge that can be brought back, and what each changed.
create table public.knowledge_versions (
  workspace_id uuid not null references public.workspaces on delete cascade,
  version int not null,
  made_at timestamptz not null,
  made_by uuid,
  -- [{"source_id", "kind", "title", "change": added|changed|removed, "count"}], a link's pages as one, the first twenty.
  what jsonb not null default '[]',
  sources int not null default 0,
  wordings int not null default 0,
  -- The version that was brought back.
  restored int,
  -- Something of it was erased for good: it cannot be brought back whole.
  erased boolean not null default false,
  primary key (workspace_id, version)
);
select rights.protect('public.knowledge_versions');
create policy member on public.knowledge_versions for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.knowledge_versions to authenticated;

-- What the answers to the test questions would become with a source's new version. While it is asked, `finished_at` is null.
create table public.source_checks (
  workspace_id uuid not null,
  source_id uuid not null,
  version int not null,
  -- Anew with each check: what a person confirms is what they saw.
  id uuid not null,
  -- The knowledge beside which it was tried.
  knowledge_version int not null,
  asked int not null default 0,
  total int not null,
  better int not null default 0,
  worse int not null default 0,
  changed int not null default 0,
  details jsonb not null default '[]',
  ms int,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (workspace_id, source_id),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
select rights.protect('public.source_checks');
create policy member on public.source_checks for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.source_checks to authenticated;

alter table public.regression_cases
  -- What the bot is to do: answer, or leave the question to a person, and so on.
  add column act text not null default 'answer' check (act in ('answer', 'clarify', 'abstain', 'handoff', 'smalltalk', 'contact', 'refuse')),
  -- How sure the bot was the last time.
  add column last_confidence real,
  add column updated_at timestamptz;

-- What answers now is the first version that can be brought back. The tables' own role sees no rows of theirs.
set local role service_role;
update public.sources s set changed_by = s.created_by,
  live_version = (select max(p.version) from public.passages p where p.workspace_id = s.workspace_id and p.source_id = s.id and p.live);
insert into private.source_spans (workspace_id, source_id, version, parent_id, kind, title, title_folded, answer, url, file_key, file_type, size, sha256, passages_count, live_from)
select s.workspace_id, s.id, p.version, s.parent_id, s.kind, s.title, s.title_folded, s.answer, s.url, s.file_key, s.file_type, s.size, s.sha256, p.count, w.knowledge_version
from (select workspace_id, source_id, version, count(*)::int as count from public.passages where live group by 1, 2, 3) p
join public.sources s on s.workspace_id = p.workspace_id and s.id = p.source_id and s.status <> 'removed'
join public.workspaces w on w.id = s.workspace_id;
insert into private.wording_spans (workspace_id, id, source_id, text_hash, question, folded, live_from)
select q.workspace_id, q.id, q.source_id, q.text_hash, q.question, q.folded, w.knowledge_version
from public.passage_questions q join public.workspaces w on w.id = q.workspace_id;
insert into public.knowledge_versions (workspace_id, version, made_at)
select w.id, w.knowledge_version, now() from public.workspaces w
where exists (select from private.source_spans o where o.workspace_id = w.id);
reset role;
