create table public.channels (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  kind text not null check (kind in ('facebook', 'zalo', 'website')),
  account_id text not null,
  name text not null,
  status text not null check (status in ('connecting', 'connected', 'paused', 'needs_reconnect', 'disconnected')),
  status_reason text,
  health jsonb not null default '{}',
  last_in_at timestamptz,
  last_out_at timestamptz,
  created_at timestamptz not null,
  unique (workspace_id, id)
);
create unique index channels_account on public.channels (kind, account_id) where status <> 'disconnected';
select rights.protect('public.channels');
create policy member on public.channels for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.channels to authenticated;

-- Where a widget may appear: lower-case punycode host, exact or '*.example.com', with a port where it is not the usual one.
create table public.website_domains (
  id uuid primary key,
  workspace_id uuid not null,
  channel_id uuid not null,
  host text not null,
  created_at timestamptz not null,
  unique (workspace_id, channel_id, host),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('public.website_domains');
create policy member on public.website_domains for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.website_domains to authenticated;

-- A visitor's secret, hashed; the contact exists from the first message on.
create table private.visitors (
  token_hash text primary key,
  workspace_id uuid not null,
  channel_id uuid not null,
  external_id text not null,
  contact_id uuid,
  page_url text,
  locale text not null check (locale in ('vi', 'en')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (workspace_id, channel_id, external_id),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
create index visitors_expiry on private.visitors (expires_at);
select rights.protect('private.visitors');
