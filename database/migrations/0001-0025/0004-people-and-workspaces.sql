create table public.people (
  id uuid primary key,
  email text not null,
  email_verified boolean not null default false,
  full_name text not null default '',
  phone text,
  notification_email text,
  notification_email_verified boolean not null default false,
  language text not null default 'vi' check (language in ('vi', 'en')),
  is_operator boolean not null default false,
  status text not null default 'active' check (status in ('active', 'locked')),
  joined_at timestamptz not null,
  last_login_at timestamptz
);
select rights.protect('public.people');
create policy oneself on public.people for select to authenticated using (id = (select auth.uid()));
grant select on public.people to authenticated;

create table public.workspaces (
  id uuid primary key,
  name text not null,
  kind text not null default 'shop' check (kind in ('shop', 'house')),
  time_zone text not null default 'Asia/Ho_Chi_Minh',
  language text not null default 'vi' check (language in ('vi', 'en')),
  bot_status text not null default 'on' check (bot_status in ('on', 'off')),
  -- Grows with every change of what the bot may quote; an index built for an older number is never used.
  knowledge_version bigint not null default 0,
  company text,
  tax_id text,
  address text,
  invoice_email text,
  created_at timestamptz not null,
  deleted_at timestamptz
);
select rights.protect('public.workspaces');

create table public.members (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  person_id uuid references public.people on delete cascade,
  email text not null,
  name text not null default '',
  role text not null check (role in ('admin', 'member')),
  status text not null check (status in ('pending', 'active')),
  invited_at timestamptz,
  joined_at timestamptz,
  unique (workspace_id, id),
  unique (workspace_id, person_id)
);
create unique index members_email on public.members (workspace_id, lower(email));
create index members_person on public.members (person_id) where status = 'active';
select rights.protect('public.members');

create function rights.my_workspaces() returns setof uuid language sql stable security definer set search_path = '' as $$
  select m.workspace_id from public.members m join public.workspaces w on w.id = m.workspace_id
  where m.person_id = auth.uid() and m.status = 'active' and w.deleted_at is null
$$;
create function rights.my_admin_workspaces() returns setof uuid language sql stable security definer set search_path = '' as $$
  select m.workspace_id from public.members m join public.workspaces w on w.id = m.workspace_id
  where m.person_id = auth.uid() and m.status = 'active' and m.role = 'admin' and w.deleted_at is null
$$;
select rights.own_by_service('rights.my_workspaces()'), rights.own_by_service('rights.my_admin_workspaces()');
grant execute on function rights.my_workspaces(), rights.my_admin_workspaces() to authenticated, service_role;

create policy member on public.workspaces for select to authenticated using (id in (select rights.my_workspaces()));
grant select on public.workspaces to authenticated;
create policy member on public.members for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.members to authenticated;

create table public.audit_log (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  actor uuid,
  action text not null,
  target text,
  meta jsonb not null default '{}',
  ip text,
  at timestamptz not null
);
create index audit_log_at on public.audit_log (workspace_id, at);
select rights.protect('public.audit_log');
revoke update, delete on public.audit_log from service_role;
create policy admin on public.audit_log for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.audit_log to authenticated;
