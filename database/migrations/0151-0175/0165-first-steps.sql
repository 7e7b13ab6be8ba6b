-- A shop's first steps: which one comes next (null: they are done, or it never took them), kept with the shop so that another device
-- goes on there. The version says whether somebody else has gone on meanwhile.
alter table public.workspaces
  add column first_step int check (first_step between 1 and 4),
  add column first_version int not null default 0,
  add column first_later_at timestamptz,
  add column trade text check (trade in ('spa', 'fashion', 'food', 'stay', 'class', 'craft', 'other'));

-- A website channel whose only page is one of ours.
alter table public.channels add column hosted boolean not null default false;
create unique index channels_hosted on public.channels (workspace_id) where hosted and status <> 'disconnected';

-- The short addresses of a shop's own chat page. One is the present one; the others lead on to it. They stay the shop's, whether the
-- page is open or not.
create table private.hosted_pages (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 40),
  workspace_id uuid not null references public.workspaces on delete cascade,
  is_present boolean not null,
  made_at timestamptz not null
);
create unique index hosted_pages_present on private.hosted_pages (workspace_id) where is_present;
create index hosted_pages_workspace on private.hosted_pages (workspace_id);
select rights.protect('private.hosted_pages');

-- What the chat box suggests to ask: written from what the shop's documents say, in both languages.
create table private.starters (
  workspace_id uuid primary key references public.workspaces on delete cascade,
  vi text[] not null,
  en text[] not null
);
select rights.protect('private.starters');
