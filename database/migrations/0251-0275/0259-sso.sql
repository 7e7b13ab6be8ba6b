-- A workspace's own provider (OpenID Connect). Its secret lies with the other secrets, as 'sso'.
create table public.sso_connections (
  workspace_id uuid primary key references public.workspaces on delete cascade,
  -- Part of the return address, so that no other provider's answer can arrive there.
  id uuid not null unique,
  issuer text not null,
  client_id text not null,
  -- Grows with issuer, client or secret: a trial or a sign-in under way from before does not count.
  version int not null default 1,
  enabled boolean not null default false,
  -- Members with an address of a proven domain enter this workspace by the provider alone.
  required boolean not null default false,
  -- Whether somebody new whom the provider vouches for becomes a member.
  joins boolean not null default false,
  session_hours int not null default 24 check (session_hours between 1 and 720),
  -- What the last trial showed, of which version.
  trial jsonb,
  trial_version int,
  changed_at timestamptz not null,
  check (enabled or not required)
);
select rights.protect('public.sso_connections');
create policy admin on public.sso_connections for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.sso_connections to authenticated;

-- Mail domains: one counts while its DNS shows `proof`, and for one workspace at a time. Claims without proof block nobody.
create table private.sso_domains (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  domain text not null,
  proof text not null,
  proven_at timestamptz,
  checked_at timestamptz,
  -- Since when the DNS shows it no more.
  missing_since timestamptz,
  created_at timestamptz not null,
  unique (workspace_id, domain)
);
create unique index sso_domains_proven on private.sso_domains (domain) where proven_at is not null;
create index sso_domains_checked on private.sso_domains (checked_at) where proven_at is not null;
select rights.protect('private.sso_domains');

-- Whom the provider means by a subject. Goes with the membership.
create table private.sso_people (
  workspace_id uuid not null references public.sso_connections on delete cascade,
  subject text not null,
  person_id uuid not null,
  since timestamptz not null,
  primary key (workspace_id, subject),
  unique (workspace_id, person_id),
  foreign key (workspace_id, person_id) references public.members (workspace_id, person_id) on delete cascade
);
select rights.protect('private.sso_people');

-- On the way to the provider and back; good once. With a tester it is a trial, which signs nobody in.
create table private.sso_flows (
  state_hash text primary key,
  workspace_id uuid not null references public.sso_connections on delete cascade,
  version int not null,
  browser_hash text not null,
  tester_id uuid,
  session_id uuid,
  aal text,
  expires_at timestamptz not null
);
create index sso_flows_workspace on private.sso_flows (workspace_id);
create index sso_flows_expires_at on private.sso_flows (expires_at);
select rights.protect('private.sso_flows');

-- A session that a workspace's provider opened enters that workspace alone, and ends by itself.
alter table auth.sessions add column only_workspace uuid references public.workspaces on delete cascade, add column ends_at timestamptz;
create index sessions_only_workspace on auth.sessions (only_workspace) where only_workspace is not null;
