-- Nearly no workspace has rules: without any, membership costs what it did.
create or replace function rights.my_workspaces() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.workspace_id from public.members m join public.workspaces w on w.id = m.workspace_id
    where m.person_id = auth.uid() and m.status = 'active' and w.deleted_at is null
      and (w.kind <> 'house' or auth.jwt() ->> 'aal' = 'aal2')
      and case when exists (select from public.access_rules r where r.workspace_id = m.workspace_id)
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
      and case when exists (select from public.access_rules r where r.workspace_id = m.workspace_id)
          or exists (select from public.ended_sessions e where e.workspace_id = m.workspace_id and e.person_id = m.person_id)
        then rights.shut_out(m.workspace_id, auth.jwt()) is null else true end
    union all
    select w.id from public.workspaces w
    where not auth.jwt() ? 'sub' and auth.jwt() -> 'scopes' ? 'admin'
      and w.id = (auth.jwt() ->> 'workspace_id')::uuid and w.deleted_at is null;
end $$;
