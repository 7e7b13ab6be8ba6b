-- Three roles carry every statement (docs/architecture.md, "Who runs a statement").
do $$
declare name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role'] loop
    begin
      execute format('create role %I nologin noinherit', name);
    exception when duplicate_object or unique_violation then null; -- roles belong to the whole cluster
    end;
    begin
      execute format('grant %I to current_user', name);
    exception when others then null; -- a superuser needs no membership
    end;
  end loop;
end $$;

create schema if not exists auth;     -- the wire protocol's own: people's sign-in
create schema if not exists realtime; -- the wire protocol's own: changes and topics
create schema if not exists private;  -- jobs, events, secrets; closed to the API roles
create schema if not exists rights;   -- the policy functions

grant usage on schema public, auth, realtime, rights to anon, authenticated, service_role;
grant usage on schema private to service_role;
alter default privileges in schema public, auth, realtime, private grant all on tables to service_role;
alter default privileges in schema public, auth, realtime, private grant all on sequences to service_role;
alter default privileges in schema private, auth, realtime, rights revoke execute on functions from public;

create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;
create function auth.uid() returns uuid language sql stable as $$ select (auth.jwt() ->> 'sub')::uuid $$;
create function auth.role() returns text language sql stable as $$ select auth.jwt() ->> 'role' $$;
grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, service_role;

-- Closes a table: row-level security on and forced, open to the service role alone. Policies for people stand beside the table.
create function rights.protect(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy service on %s to service_role using (true) with check (true)', target);
  execute format('grant all on %s to service_role', target);
end $$;

-- A security definer function that must read or write past the policies belongs to the service role, which has a policy everywhere.
create function rights.own_by_service(target regprocedure) returns void language plpgsql as $$
declare
  home text := (select pronamespace::regnamespace::text from pg_proc where oid = target);
begin
  execute format('grant create on schema %s to service_role', home);
  execute format('alter function %s owner to service_role', target);
  execute format('revoke create on schema %s from service_role', home);
end $$;
