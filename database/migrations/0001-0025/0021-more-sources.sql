-- Sources beside files: web pages with a schedule, questions and answers, replaced files; what says the same twice.

alter table public.sources
  -- Of a pair; its question is the title.
  add column answer text,
  add column title_folded text,
  add column link_mode text check (link_mode in ('page', 'sitemap', 'site')),
  add column link_depth int check (link_depth between 0 and 2),
  add column link_limit int check (link_limit between 1 and 500),
  add column pages_found int not null default 0,
  add column pages_read int not null default 0,
  add column pages_failed int not null default 0,
  -- Null: only when somebody asks.
  add column resync_days int check (resync_days between 1 and 90),
  add column resync_at timestamptz,
  -- When a link was last looked at from end to end, changed or not.
  add column synced_at timestamptz,
  add foreign key (workspace_id, parent_id) references public.sources (workspace_id, id) on delete cascade;
create unique index sources_link on public.sources (workspace_id, url)
  where kind = 'link' and parent_id is null and status in ('processing', 'waiting', 'processed');
create unique index sources_page on public.sources (workspace_id, parent_id, url) where parent_id is not null and status <> 'removed';
create unique index sources_pair on public.sources (workspace_id, title_folded) where kind = 'pair' and status = 'processed';
create index sources_due on public.sources (resync_at) where resync_at is not null and status <> 'removed';

-- The new file of a source while the old one still answers.
create table private.replacements (
  workspace_id uuid not null,
  source_id uuid not null,
  version int not null,
  file_key text not null,
  file_type text not null,
  title text not null,
  size bigint not null,
  sha256 text not null,
  primary key (workspace_id, source_id),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
select rights.protect('private.replacements');

-- How a page looked when it was last read: unchanged pages are not read again.
create table private.page_marks (
  workspace_id uuid not null,
  source_id uuid not null,
  etag text,
  last_modified text,
  text_hash text not null,
  -- Addresses that the page leads to, for a crawl that finds it unchanged.
  links jsonb not null default '[]',
  primary key (workspace_id, source_id),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
select rights.protect('private.page_marks');

-- One look at a link: what is to be fetched, and what became of it. Begun anew for each version.
create table private.crawl_pages (
  workspace_id uuid not null,
  source_id uuid not null,
  version int not null,
  url text not null,
  position bigint generated always as identity,
  kind text not null check (kind in ('robots', 'sitemap', 'page')),
  depth int not null,
  hops int not null default 0,
  tries int not null default 0,
  state text not null check (state in ('waiting', 'read', 'same', 'failed', 'gone', 'passed')),
  -- The source that holds the page's passages.
  page_id uuid,
  reason text,
  title text,
  text_hash text,
  marks jsonb,
  body text,
  primary key (workspace_id, source_id, version, url),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
create index crawl_pages_next on private.crawl_pages (workspace_id, source_id, version, kind, depth, position) where state = 'waiting';
select rights.protect('private.crawl_pages');

-- When a host may be asked again, whoever asks.
create table private.crawl_hosts (
  host text primary key,
  next_at timestamptz not null
);
select rights.protect('private.crawl_hosts');

-- Other ways in which customers ask for what a passage says. They follow its text through new versions of the source.
create table public.passage_questions (
  id uuid primary key,
  workspace_id uuid not null,
  source_id uuid not null,
  text_hash text not null,
  question text not null,
  folded text not null,
  created_by uuid,
  created_at timestamptz not null,
  unique (workspace_id, source_id, text_hash, folded),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
select rights.protect('public.passage_questions');
create policy member on public.passage_questions for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.passage_questions to authenticated;

-- Of the passage's heading and text, as the questions above know it. Filled where it is null by who reads it.
alter table public.passages add column text_hash text;

-- Passages of two sources that say the same, or nearly; 'differs': the same but for its figures.
create table public.source_overlaps (
  workspace_id uuid not null references public.workspaces on delete cascade,
  passage_id uuid not null,
  other_passage_id uuid not null,
  source_id uuid not null,
  other_source_id uuid not null,
  kind text not null check (kind in ('same', 'near', 'differs')),
  primary key (workspace_id, passage_id, other_passage_id)
);
create index source_overlaps_source on public.source_overlaps (workspace_id, source_id);
select rights.protect('public.source_overlaps');
create policy member on public.source_overlaps for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.source_overlaps to authenticated;
