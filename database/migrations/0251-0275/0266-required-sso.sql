-- What a required SSO asks for, also where a mailbox or a changed address would lead around it.
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
  -- Whom the provider knows stays bound to it, whatever address the account has now.
  needs_sso := only_workspace is null and exists (select from public.sso_connections c
    where c.workspace_id = workspace and c.required and (
      exists (select from private.sso_people p where p.workspace_id = c.workspace_id and p.person_id = person)
      or exists (select from private.sso_domains d
        join auth.users u on u.id = person and split_part(lower(u.email), '@', 2) = d.domain
        where d.workspace_id = c.workspace_id and d.proven_at is not null)));
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

-- A shop that requires SSO asks its admins' own sessions for a second step: a mailbox alone does not take that step away.
create or replace function rights.asks_second_step_of(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.people p where p.id = person and p.is_operator)
    or exists (select from public.members m join public.workspaces w on w.id = m.workspace_id
      left join public.access_rules r on r.workspace_id = w.id
      left join public.sso_connections c on c.workspace_id = w.id
      where m.person_id = person and m.status = 'active' and w.deleted_at is null
        and (w.kind = 'house' or r.second_step or c.required))
$$;

alter policy oneself on public.notification_settings using (person_id = (select auth.uid()) and not auth.jwt() ? 'only_workspace');
