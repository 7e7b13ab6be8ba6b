-- Row changes for any program (docs/architecture.md, "Live rows").

-- What a row held at its change, kept for minutes and only while a program listens to its table.
alter table realtime.changes add column record jsonb;
create index changes_record on realtime.changes (at) where record is not null;

-- The tables to which programs listen, '*' for all; each process that serves one goes on renewing it.
create table realtime.listened (
  "table" text primary key,
  until timestamptz not null
);
select rights.protect('realtime.listened');

-- Puts the change triggers on every table of public, seeded ones included, and keeps their functions up to date.
-- Runs at each start. Each table has its own function, with its own columns: one plain insert for each statement is what
-- a change costs, and one look into a table of a few rows.
create or replace function realtime.watch_tables() returns void language plpgsql as $$
declare
  item record;
  body text;
  op text;
begin
  for item in
    select c.oid, c.relname, 'note_' || c.oid as note,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'uuid'::regtype) as columns,
      (select string_agg(format('%L, %I', a.attname, a.attname), ', ' order by a.attnum) from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as keys,
      (select p.prosrc from pg_proc p where p.pronamespace = 'realtime'::regnamespace and p.proname = 'note_' || c.oid) as source,
      exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'note_insert') as watched
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  loop
    body := format(
      'begin
        insert into realtime.changes (workspace_id, person_id, conversation_id, "table", type, key, record)
        select %s, %s, %s, %L, tg_op, jsonb_build_object(%s),
          case when exists (select from realtime.listened l where l."table" in (%L, ''*'') and l.until > now())
            then to_jsonb("the row") end
        from changed "the row";
        return null;
      end',
      case when item.relname = 'workspaces' then 'id' when 'workspace_id' = any (item.columns) then 'workspace_id' else 'null' end,
      case when item.relname = 'people' then 'id' when 'person_id' = any (item.columns) then 'person_id' else 'null' end,
      case when item.relname = 'conversations' then 'id' when 'conversation_id' = any (item.columns) then 'conversation_id' else 'null' end,
      item.relname, item.keys, item.relname);
    if item.source is distinct from body then
      execute format(
        'create or replace function realtime.%I() returns trigger language plpgsql security definer set search_path = %L as %L',
        item.note, '', body);
      perform rights.own_by_service(format('realtime.%I()', item.note)::regprocedure);
    end if;
    continue when item.watched;
    foreach op in array array['insert', 'update', 'delete'] loop
      execute format(
        'create trigger note_%s after %s on public.%I referencing %s as changed for each statement execute function realtime.%I()',
        op, op, item.relname, case when op = 'delete' then 'old table' else 'new table' end, item.note);
    end loop;
  end loop;
end $$;

-- Every change below this transaction is there to be read, and none will ever be added. Transactions of other databases
-- on the same server write no changes here: one is passed over when the lock on its number is seen in their hands.
-- What cannot be told (it has just begun, or just ended) is waited for. Stable: it judges the reader's own snapshot.
create function realtime.settled_below() returns xid8 language plpgsql stable as $$
declare
  seen pg_snapshot := pg_current_snapshot();
begin
  if pg_snapshot_xmin(seen) = pg_snapshot_xmax(seen) then
    return pg_snapshot_xmax(seen);
  end if;
  return coalesce(
    (select min(open) from pg_snapshot_xip(seen) open where not exists (
      select from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.transactionid = open::xid
        and a.datid <> (select d.oid from pg_database d where d.datname = current_database()))),
    pg_snapshot_xmax(seen));
end $$;
grant execute on function realtime.settled_below() to service_role;

-- A table's policies for reading, as one condition on a row of it.
create function realtime.rule_of(target regclass, reader name) returns text language sql stable as $$
  select case when not c.relrowsecurity then 'true' else
    coalesce('(' || string_agg(p.rule, ' or ') filter (where p.polpermissive) || ')', 'false')
    || coalesce(' and ' || string_agg(p.rule, ' and ') filter (where not p.polpermissive), '') end
  from pg_class c left join lateral (
    select p.polpermissive, '(' || coalesce(pg_get_expr(p.polqual, p.polrelid), 'true') || ')' as rule
    from pg_policy p
    where p.polrelid = c.oid and p.polcmd in ('r', '*')
      and exists (select from unnest(p.polroles) role where role = 0 or pg_has_role(reader, role, 'usage'))) p on true
  where c.oid = target
  group by c.relrowsecurity
$$;

-- Which of these bearers may see which of these records of a table, both counted from 1. The policies judge the record
-- as it was at its change, so that rows which changed again or are gone by now are judged too; what the policies look up
-- elsewhere (memberships, for example) is looked up now. Runs as the bearers' role. A bearer for whom a policy fails
-- sees nothing.
create function realtime.seen(target regclass, records jsonb, claims text[]) returns table (bearer int, record int)
language plpgsql as $$
declare
  question text;
begin
  select format(
    'select $2, "the record"."its number"::int
      from jsonb_array_elements($1) with ordinality "the record" ("its value", "its number"),
        lateral jsonb_populate_record(null::%s, "its value") %I
      where %s', target, c.relname, realtime.rule_of(target, current_user))
  into question from pg_class c where c.oid = target;
  for n in 1 .. coalesce(cardinality(claims), 0) loop
    begin
      perform set_config('request.jwt.claims', claims[n], true);
      return query execute question using records, n;
    exception when others then
      null;
    end;
  end loop;
end $$;
grant execute on function realtime.rule_of(regclass, name), realtime.seen(regclass, jsonb, text[])
  to anon, authenticated, service_role;

-- Programs' own set-ups name their tables in it. Here it decides nothing: every table of public is told.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
exception when insufficient_privilege then
  null;
end $$;

-- As for members: a bearer without a person is an admin of the one workspace that its claims name when they say so.
create or replace function rights.my_admin_workspaces() returns setof uuid language sql stable security definer set search_path = '' as $$
  select m.workspace_id from public.members m join public.workspaces w on w.id = m.workspace_id
  where m.person_id = auth.uid() and m.status = 'active' and m.role = 'admin' and w.deleted_at is null
  union all
  select w.id from public.workspaces w
  where not auth.jwt() ? 'sub' and auth.jwt() -> 'scopes' ? 'admin'
    and w.id = (auth.jwt() ->> 'workspace_id')::uuid and w.deleted_at is null
$$;

-- An order's own topic: its status, while its page is open, for the admins of its workspace.
create function rights.is_order_of_mine(order_id uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  if order_id is null or to_regclass('public.orders') is null then
    return false;
  end if;
  return exists (select from public.orders o
    where o.id = order_id and o.workspace_id in (select rights.my_admin_workspaces()));
end $$;
select rights.own_by_service('rights.is_order_of_mine(uuid)');
grant execute on function rights.is_order_of_mine(uuid) to authenticated, service_role;
create policy hear_order on realtime.messages for select to authenticated using (
  rights.is_order_of_mine(rights.topic_id('order'))
);
