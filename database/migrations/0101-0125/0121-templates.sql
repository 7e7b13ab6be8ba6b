-- What platforms have looked at and let a shop send outside of the time for answers; as they told it last.
create table public.templates (
  id uuid primary key,
  workspace_id uuid not null,
  channel_id uuid not null,
  -- the platform's own
  external_id text not null,
  name text not null,
  language text,
  state text not null check (state in ('pending', 'approved', 'rejected', 'paused', 'disabled', 'gone')),
  -- why, in the platform's words
  reason text,
  -- what it may be for; null: the platform does not tell
  tag text check (tag in ('transaction', 'care', 'promotion')),
  -- what it says, with its places; null: the platform does not tell
  body text,
  params jsonb not null default '[]',
  preview_url text,
  quality text,
  -- đồng, by the platform's own list; null: it does not tell
  price_uid bigint check (price_uid >= 0),
  price_phone bigint check (price_phone >= 0),
  daily_quota int check (daily_quota >= 0),
  quota_left int check (quota_left >= 0),
  -- used up until then
  quota_from timestamptz,
  -- when its parameters and prices were read; null: not yet
  described_at timestamptz,
  read_at timestamptz not null,
  unique (workspace_id, id),
  unique (workspace_id, channel_id, external_id),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('public.templates');
create policy member on public.templates for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.templates to authenticated;

-- What an account's plan is called and whether its templates could be read, beside the pace that it told.
alter table public.channel_limits
  alter column requests_per_minute drop not null,
  add column plan text,
  add column plan_until text,
  add column verified boolean,
  -- why its templates could not be read; null: they were
  add column templates_why text check (templates_why in ('permission', 'plan', 'passing')),
  add column templates_detail text,
  add column account_read_at timestamptz;
