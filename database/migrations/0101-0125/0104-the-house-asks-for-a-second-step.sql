-- The product's own workspace is the operators': like their desk, it is closed to a password alone.
create or replace function rights.my_workspaces() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.workspace_id from public.members m join public.workspaces w on w.id = m.workspace_id
    where m.person_id = auth.uid() and m.status = 'active' and w.deleted_at is null
      and (w.kind <> 'house' or auth.jwt() ->> 'aal' = 'aal2')
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
    union all
    select w.id from public.workspaces w
    where not auth.jwt() ? 'sub' and auth.jwt() -> 'scopes' ? 'admin'
      and w.id = (auth.jwt() ->> 'workspace_id')::uuid and w.deleted_at is null;
end $$;
