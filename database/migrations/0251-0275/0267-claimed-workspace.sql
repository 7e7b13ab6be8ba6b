-- Beside running processes: these functions are new, and the ones with fewer arguments stay for them.
-- A token says which workspace its session is bound to, and the session says so itself. An older process that renews a token leaves
-- the word out: where the two differ, the session counts as ended.
create function auth.session_standing(session uuid, person uuid, aal text, at timestamptz, only_workspace uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from auth.sessions s where s.id = session
    and s.only_workspace is distinct from session_standing.only_workspace) then return 'ended'; end if;
  return auth.session_standing(session, person, aal, at);
end $$;

create function auth.require_session(session uuid, person uuid, aal text, at timestamptz, only_workspace uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  standing text := auth.session_standing(session, person, aal, at, only_workspace);
begin
  if standing = 'ended' then raise exception 'The session has ended' using errcode = 'SNEND'; end if;
  if standing = 'half' then raise exception 'The second step is missing' using errcode = 'SNHLF'; end if;
end $$;
select rights.own_by_service('auth.session_standing(uuid, uuid, text, timestamptz, uuid)'),
  rights.own_by_service('auth.require_session(uuid, uuid, text, timestamptz, uuid)');
revoke execute on function auth.session_standing(uuid, uuid, text, timestamptz, uuid) from public;
revoke execute on function auth.require_session(uuid, uuid, text, timestamptz, uuid) from public;
grant execute on function auth.require_session(uuid, uuid, text, timestamptz, uuid) to authenticated;
