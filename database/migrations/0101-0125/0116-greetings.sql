-- What the chat button says to visitors of the shop's website by itself: when, to whom, how often. Judged in their browsers.
create table public.greetings (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  name text not null,
  enabled boolean not null,
  -- '/san-pham/*'; empty: everywhere
  path text not null,
  -- one of the two
  after_seconds int check (after_seconds between 0 and 600),
  after_scroll int check (after_scroll between 1 and 100),
  who text not null check (who in ('all', 'new', 'returning')),
  -- on the shop's clock, 'HH:MM'; null: at any hour
  from_time text,
  until_time text,
  once text not null check (once in ('session', 'day', 'ever')),
  -- a page in a language without a text shows nothing
  text_vi text,
  text_en text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (workspace_id, id),
  constraint some_text check (text_vi is not null or text_en is not null),
  constraint one_moment check ((after_seconds is null) <> (after_scroll is null))
);
select rights.protect('public.greetings');
create policy member on public.greetings for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.greetings to authenticated;

-- How often, by the hour, and nothing of whom.
create table private.greeting_hours (
  workspace_id uuid not null,
  greeting_id uuid not null,
  hour timestamptz not null,
  shown int not null default 0,
  opened int not null default 0,
  primary key (workspace_id, greeting_id, hour),
  foreign key (workspace_id, greeting_id) references public.greetings (workspace_id, id) on delete cascade
);
select rights.protect('private.greeting_hours');
