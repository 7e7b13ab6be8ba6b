-- Whether an access token still opens anything: asked for itself, and as a guard before a read, in one exchange with it.

-- 'live', 'ended', or 'half': the account has a second step, which the session, or this older token of it, lacks.
create function auth.session_standing(session uuid, person uuid, aal text, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when not exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
      or (s.aal = 'aal2' and session_standing.aal = 'aal2') then 'live' else 'half' end
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = session and s.user_id = person and s.ended_at is null and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= session_standing.at)), 'ended')
$$;

create function auth.require_session(session uuid, person uuid, aal text, at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  standing text := auth.session_standing(session, person, aal, at);
begin
  if standing = 'ended' then raise exception 'The session has ended' using errcode = 'SNEND'; end if;
  if standing = 'half' then raise exception 'The second step is missing' using errcode = 'SNHLF'; end if;
end $$;
select rights.own_by_service('auth.session_standing(uuid, uuid, text, timestamptz)'),
  rights.own_by_service('auth.require_session(uuid, uuid, text, timestamptz)');
revoke execute on function auth.session_standing(uuid, uuid, text, timestamptz) from public;
revoke execute on function auth.require_session(uuid, uuid, text, timestamptz) from public;
grant execute on function auth.require_session(uuid, uuid, text, timestamptz) to authenticated;
