-- What a workspace asks of its members' sessions besides membership. A workspace without a row asks nothing.
create table public.access_rules (
  workspace_id uuid primary key references public.workspaces on delete cascade,
  second_step boolean not null default false,
  max_session_hours int check (max_session_hours between 1 and 8760),
  max_idle_hours int check (max_idle_hours between 1 and 8760),
  -- Networks as CIDR; none: from everywhere. The cast refuses what is none.
  addresses text[] not null default '{}' check (cardinality(addresses) <= 50 and addresses::cidr[] is not null),
  changed_at timestamptz not null
);
select rights.protect('public.access_rules');
create policy admin on public.access_rules for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.access_rules to authenticated;

-- Sessions that an admin ended for this workspace alone: all of a person's that began before, or one.
create table public.ended_sessions (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  person_id uuid not null references public.people on delete cascade,
  session_id uuid references auth.sessions on delete cascade,
  ended_at timestamptz not null,
  unique nulls not distinct (workspace_id, person_id, session_id)
);
create index ended_sessions_session on public.ended_sessions (session_id);
create index ended_sessions_person on public.ended_sessions (person_id);
select rights.protect('public.ended_sessions');
create policy admin on public.ended_sessions for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.ended_sessions to authenticated;

-- The longest time between two renewals of a token: a renewal must not make an idle session fresh.
alter table auth.sessions add column longest_idle_seconds int not null default 0;

create function rights.admits_address(workspace uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.access_rules r where r.workspace_id = workspace and cardinality(r.addresses) > 0
    and not exists (select from unnest(r.addresses) network where admits_address.address::inet <<= network::cidr))
$$;

-- Why a person's session may not enter the workspace, or null. `client_address` and `asked_at` are added to a token's claims as it is read.
create function rights.shut_out(workspace uuid, claims jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  rules public.access_rules;
  session auth.sessions;
  asked_at timestamptz := claims ->> 'asked_at';
  person uuid := claims ->> 'sub';
  has_rules boolean;
begin
  select * into rules from public.access_rules r where r.workspace_id = workspace;
  has_rules := found;
  if not has_rules and not exists (select from public.ended_sessions e
    where e.workspace_id = workspace and e.person_id = person) then return null; end if;
  if not rights.admits_address(workspace, claims ->> 'client_address') then return 'address'; end if;
  select * into session from auth.sessions s where s.id = (claims ->> 'session_id')::uuid and s.user_id = person;
  if session.id is null then return 'session_ended'; end if;
  if exists (select from public.ended_sessions e where e.workspace_id = workspace and e.person_id = person
    and (e.session_id = session.id or e.session_id is null and session.created_at <= e.ended_at)) then
    return 'session_ended';
  end if;
  if asked_at - session.created_at > make_interval(hours => rules.max_session_hours) then return 'session_age'; end if;
  if greatest(make_interval(secs => session.longest_idle_seconds), asked_at - coalesce(session.refreshed_at, session.created_at))
    > make_interval(hours => rules.max_idle_hours) then return 'session_idle'; end if;
  if rules.second_step and (session.aal <> 'aal2' or claims ->> 'aal' is distinct from 'aal2') then return 'second_step'; end if;
  return null;
end $$;
select rights.own_by_service('rights.admits_address(uuid, text)'), rights.own_by_service('rights.shut_out(uuid, jsonb)');
revoke execute on function rights.admits_address(uuid, text), rights.shut_out(uuid, jsonb) from public;
grant execute on function rights.admits_address(uuid, text), rights.shut_out(uuid, jsonb) to service_role;

create or replace function rights.my_workspaces() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.workspace_id from public.members m join public.workspaces w on w.id = m.workspace_id
    where m.person_id = auth.uid() and m.status = 'active' and w.deleted_at is null
      and (w.kind <> 'house' or auth.jwt() ->> 'aal' = 'aal2')
      and rights.shut_out(m.workspace_id, auth.jwt()) is null
    union all
    select w.id from public.workspaces w
    where not auth.jwt() ? 'sub' and w.id = (auth.jwt() ->> 'workspace_id')::uuid and w.deleted_at is null;
end $$;

create or replace function rights.my_admin_workspaces() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.workspace_id from public.members m join public.workspaces w on w.id = m.workspace_id
    where m.person_id = auth.uid() and m.status = 'active' and m.role = 'admin' and w.deleted_at is null
      and (w.kind <> 'house' or auth.jwt() ->> 'aal' = 'aal2')
      and rights.shut_out(m.workspace_id, auth.jwt()) is null
    union all
    select w.id from public.workspaces w
    where not auth.jwt() ? 'sub' and auth.jwt() -> 'scopes' ? 'admin'
      and w.id = (auth.jwt() ->> 'workspace_id')::uuid and w.deleted_at is null;
end $$;
