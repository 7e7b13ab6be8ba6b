-- Where a program has set a table to full replica identity, an update tells what the row held before it, too.
alter table realtime.changes add column old_record jsonb;

-- Runs after the update's lines were written, and adds to each what its row held before: both come in the same order.
create function realtime.note_old_rows() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from realtime.listened l where l."table" in (tg_table_name, '*') and l.until > now()) then
    update realtime.changes c set old_record = o.held
    from (select row_number() over () as place, to_jsonb("the row") as held from before "the row") o
    join (
      select w.seq, row_number() over (order by w.seq) as place from (
        select n.seq from realtime.changes n
        where n.xid = pg_current_xact_id() and n."table" = tg_table_name and n.type = 'UPDATE'
        order by n.seq desc limit (select count(*) from before)) w) l on l.place = o.place
    where c.xid = pg_current_xact_id() and c.seq = l.seq;
  end if;
  return null;
end $$;
select rights.own_by_service('realtime.note_old_rows()');

-- Puts that trigger on the tables that want it, and takes it from those that do not any more. Runs at each start.
create function realtime.watch_whole_tables() returns void language plpgsql as $$
declare
  item record;
begin
  for item in
    select c.relname, c.relreplident = 'f' as wanted from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relreplident = 'f') <> exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'note_update_whole')
  loop
    if item.wanted then
      execute format(
        'create trigger note_update_whole after update on public.%I referencing old table as before
          for each statement execute function realtime.note_old_rows()', item.relname);
    else
      execute format('drop trigger note_update_whole on public.%I', item.relname);
    end if;
  end loop;
end $$;

-- As before, but a transaction looks once for all of its changes which tables are listened to, and remembers it to its end.
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
    -- Names that no column bears: a table's own columns are named beside them.
    body := format(
      'declare
        "all listened to" text := current_setting(''realtime.listened'', true);
        "is listened to" boolean;
      begin
        if coalesce("all listened to", '''') = '''' then
          "all listened to" := set_config(''realtime.listened'', coalesce((
            select chr(10) || string_agg(l."table", chr(10)) || chr(10) from realtime.listened l where l.until > now()), ''-''), true);
        end if;
        "is listened to" := "all listened to" <> ''-''
          and (strpos("all listened to", chr(10) || %L || chr(10)) > 0 or strpos("all listened to", chr(10) || ''*'' || chr(10)) > 0);
        insert into realtime.changes (workspace_id, person_id, conversation_id, "table", type, key, record)
        select %s, %s, %s, %L, tg_op, jsonb_build_object(%s),
          case when "is listened to" then to_jsonb("the row") end
        from changed "the row";
        return null;
      end',
      item.relname,
      case when item.relname = 'workspaces' then 'id' when 'workspace_id' = any (item.columns) then 'workspace_id' else 'null' end,
      case when item.relname = 'people' then 'id' when 'person_id' = any (item.columns) then 'person_id' else 'null' end,
      case when item.relname = 'conversations' then 'id' when 'conversation_id' = any (item.columns) then 'conversation_id' else 'null' end,
      item.relname, item.keys);
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

-- As before, and three times as quick where many ask: the question is planned once, not for each of them.
create or replace function realtime.seen(target regclass, records jsonb, claims text[]) returns table (bearer int, record int)
language plpgsql as $$
declare
  question text;
  found int[];
begin
  -- A statement that was cut off by its time limit leaves it behind in its session.
  if exists (select from pg_prepared_statements where name = 'realtime_seen') then
    deallocate realtime_seen;
  end if;
  select format(
    'prepare realtime_seen as select array_agg("the record"."its number"::int)
      from jsonb_array_elements(%L::jsonb) with ordinality "the record" ("its value", "its number"),
        lateral jsonb_populate_record(null::%s, "its value") %I
      where %s', records, target, c.relname, realtime.rule_of(target, current_user))
  into question from pg_class c where c.oid = target;
  execute question;
  for n in 1 .. coalesce(cardinality(claims), 0) loop
    begin
      perform set_config('request.jwt.claims', claims[n], true);
      execute 'execute realtime_seen' into found;
      return query select n, place from unnest(found) place;
    exception when others then
      null;
    end;
  end loop;
  deallocate realtime_seen;
end $$;
