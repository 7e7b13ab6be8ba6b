-- What every read as a person asks of the database. As plain SQL these were planned anew at each call, which took longer
-- than the read itself; a connection keeps the plans of PL/pgSQL.

create or replace function auth.session_standing(session uuid, person uuid, aal text, at timestamptz) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select case when not exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
      or (s.aal = 'aal2' and session_standing.aal = 'aal2') then 'live' else 'half' end
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = session and s.user_id = person and s.ended_at is null and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= session_standing.at)), 'ended');
end $$;

create or replace function rights.my_workspaces() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.workspace_id from public.members m join public.workspaces w on w.id = m.workspace_id
    where m.person_id = auth.uid() and m.status = 'active' and w.deleted_at is null
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
    union all
    select w.id from public.workspaces w
    where not auth.jwt() ? 'sub' and auth.jwt() -> 'scopes' ? 'admin'
      and w.id = (auth.jwt() ->> 'workspace_id')::uuid and w.deleted_at is null;
end $$;
