-- What a session that a workspace's provider opened may: nothing of another workspace, nothing of the account.
create or replace function auth.session_standing(session uuid, person uuid, aal text, at timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    -- The provider asks for its own second step; the account's opens what this session does not.
    select case when s.only_workspace is not null
        or not exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
      or (s.aal = 'aal2' and session_standing.aal = 'aal2') then 'live' else 'half' end
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = session and s.user_id = person and s.ended_at is null and u.deleted_at is null
      and (s.ends_at is null or s.ends_at > session_standing.at)
      and (u.banned_until is null or u.banned_until <= session_standing.at)), 'ended');
end $$;

create or replace function rights.shut_out(workspace uuid, claims jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  rules public.access_rules;
  session auth.sessions;
  asked_at timestamptz := claims ->> 'asked_at';
  person uuid := claims ->> 'sub';
  only_workspace uuid := claims ->> 'only_workspace';
  has_rules boolean;
  needs_sso boolean;
begin
  if only_workspace <> workspace then return 'other_shop'; end if;
  select * into rules from public.access_rules r where r.workspace_id = workspace;
  has_rules := found;
  needs_sso := only_workspace is null and exists (select from public.sso_connections c
    join private.sso_domains d on d.workspace_id = c.workspace_id and d.proven_at is not null
    join auth.users u on u.id = person and split_part(lower(u.email), '@', 2) = d.domain
    where c.workspace_id = workspace and c.required);
  if not has_rules and not needs_sso and only_workspace is null and not exists (select from public.ended_sessions e
    where e.workspace_id = workspace and e.person_id = person) then return null; end if;
  if not rights.admits_address(workspace, claims ->> 'client_address') then return 'address'; end if;
  select * into session from auth.sessions s where s.id = (claims ->> 'session_id')::uuid and s.user_id = person;
  if session.id is null or session.only_workspace is distinct from only_workspace then return 'session_ended'; end if;
  if exists (select from public.ended_sessions e where e.workspace_id = workspace and e.person_id = person
    and (e.session_id = session.id or e.session_id is null and session.created_at <= e.ended_at)) then
    return 'session_ended';
  end if;
  if asked_at - session.created_at > make_interval(hours => rules.max_session_hours) then return 'session_age'; end if;
  if greatest(make_interval(secs => session.longest_idle_seconds), asked_at - coalesce(session.refreshed_at, session.created_at))
    > make_interval(hours => rules.max_idle_hours) then return 'session_idle'; end if;
  -- Admins have another way in, with a second step: a broken provider locks no shop.
  if needs_sso and not exists (select from public.members m where m.workspace_id = workspace and m.person_id = person
    and m.status = 'active' and m.role = 'admin') then return 'sso'; end if;
  if only_workspace is null and (needs_sso or rules.second_step)
    and (session.aal <> 'aal2' or claims ->> 'aal' is distinct from 'aal2') then return 'second_step'; end if;
  return null;
end $$;

create or replace function rights.my_workspaces() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.workspace_id from public.members m join public.workspaces w on w.id = m.workspace_id
    where m.person_id = auth.uid() and m.status = 'active' and w.deleted_at is null
      and (w.kind <> 'house' or auth.jwt() ->> 'aal' = 'aal2')
      and case when auth.jwt() ? 'only_workspace'
          or exists (select from public.access_rules r where r.workspace_id = m.workspace_id)
          or exists (select from public.sso_connections c where c.workspace_id = m.workspace_id and c.required)
          or exists (select from public.ended_sessions e where e.workspace_id = m.workspace_id and e.person_id = m.person_id)
        then rights.shut_out(m.workspace_id, auth.jwt()) is null else true end
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
      and case when auth.jwt() ? 'only_workspace'
          or exists (select from public.access_rules r where r.workspace_id = m.workspace_id)
          or exists (select from public.sso_connections c where c.workspace_id = m.workspace_id and c.required)
          or exists (select from public.ended_sessions e where e.workspace_id = m.workspace_id and e.person_id = m.person_id)
        then rights.shut_out(m.workspace_id, auth.jwt()) is null else true end
    union all
    select w.id from public.workspaces w
    where not auth.jwt() ? 'sub' and auth.jwt() -> 'scopes' ? 'admin'
      and w.id = (auth.jwt() ->> 'workspace_id')::uuid and w.deleted_at is null;
end $$;

alter policy oneself on public.people using (id = (select auth.uid()) and not auth.jwt() ? 'only_workspace');
alter policy oneself on public.notifications using (person_id = (select auth.uid()) and in_app
  and case when workspace_id is null then not auth.jwt() ? 'only_workspace' else workspace_id in (select rights.my_workspaces()) end);
alter policy oneself on public.push_subscriptions using (person_id = (select auth.uid())
  and (not auth.jwt() ? 'only_workspace' or session_id = (auth.jwt() ->> 'session_id')::uuid));
