create table private.jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  key text,
  lane text,
  payload jsonb not null default '{}',
  run_at timestamptz not null,
  attempts int not null default 0,
  worker uuid,
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
-- A key is unique among waiting jobs only: work that came in while its forerunner runs is not lost.
create unique index jobs_key on private.jobs (key) where worker is null;
create index jobs_due on private.jobs (run_at, id) where worker is null;
create index jobs_lane on private.jobs (lane, id);
create index jobs_worker on private.jobs (worker) where worker is not null;
select rights.protect('private.jobs');

create table private.events (
  id bigint generated always as identity primary key,
  name text not null,
  workspace_id uuid,
  payload jsonb not null,
  at timestamptz not null
);
create index events_at on private.events (at);
select rights.protect('private.events');

create table private.timers (
  name text primary key,
  next_run_at timestamptz not null
);
select rights.protect('private.timers');

create table private.idempotency_keys (
  scope text not null,
  key text not null,
  body_hash text not null,
  status int,
  response jsonb,
  at timestamptz not null,
  primary key (scope, key)
);
select rights.protect('private.idempotency_keys');

-- Counts of a running window, shared by all processes: who is the one counted, for example 'sign-in:<address>'.
create table private.rate_limits (
  who text primary key,
  window_start timestamptz not null,
  used int not null
);
select rights.protect('private.rate_limits');

-- Every change of a public table, in the order in which readers may see it: by (xid, seq), and only below the oldest open transaction.
create table realtime.changes (
  seq bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  workspace_id uuid,
  person_id uuid,
  conversation_id uuid,
  "table" text not null,
  type text not null check (type in ('INSERT', 'UPDATE', 'DELETE')),
  key jsonb not null,
  at timestamptz not null default now(),
  primary key (xid, seq)
);
-- They lie in the order of time: a small index finds the old ones.
create index changes_at on realtime.changes using brin (at);
select rights.protect('realtime.changes');

-- Puts the change triggers on every base table of public that has none yet, seeded tables included. Runs at each start.
-- Each table has its own function, with its own columns: one plain insert for each statement is what a change costs.
create function realtime.watch_tables() returns void language plpgsql as $$
declare
  item record;
  op text;
begin
  for item in
    select c.oid, c.relname, 'note_' || c.oid as note,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'uuid'::regtype) as columns,
      (select string_agg(format('%L, %I', a.attname, a.attname), ', ' order by a.attnum) from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as keys
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'note_insert')
  loop
    execute format(
      'create function realtime.%I() returns trigger language plpgsql security definer set search_path = %L as $note$
      begin
        insert into realtime.changes (workspace_id, person_id, conversation_id, "table", type, key)
        select %s, %s, %s, %L, tg_op, jsonb_build_object(%s) from changed;
        return null;
      end $note$',
      item.note, '',
      case when item.relname = 'workspaces' then 'id' when 'workspace_id' = any (item.columns) then 'workspace_id' else 'null' end,
      case when item.relname = 'people' then 'id' when 'person_id' = any (item.columns) then 'person_id' else 'null' end,
      case when item.relname = 'conversations' then 'id' when 'conversation_id' = any (item.columns) then 'conversation_id' else 'null' end,
      item.relname, item.keys);
    perform rights.own_by_service(format('realtime.%I()', item.note)::regprocedure);
    foreach op in array array['insert', 'update', 'delete'] loop
      execute format(
        'create trigger note_%s after %s on public.%I referencing %s as changed for each statement execute function realtime.%I()',
        op, op, item.relname, case when op = 'delete' then 'old table' else 'new table' end, item.note);
    end loop;
  end loop;
end $$;
