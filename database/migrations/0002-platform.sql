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
  seq bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  workspace_id uuid,
  person_id uuid,
  conversation_id uuid,
  "table" text not null,
  type text not null check (type in ('INSERT', 'UPDATE', 'DELETE')),
  key jsonb not null,
  at timestamptz not null default now()
);
create index changes_order on realtime.changes (xid, seq);
create index changes_at on realtime.changes (at);
select rights.protect('realtime.changes');

create function realtime.note_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  keys text[] := tg_argv[0]::text[];
begin
  insert into realtime.changes (workspace_id, person_id, conversation_id, "table", type, key)
  select
    (case when tg_table_name = 'workspaces' then r ->> 'id' else r ->> 'workspace_id' end)::uuid,
    (case when tg_table_name = 'people' then r ->> 'id' else r ->> 'person_id' end)::uuid,
    (case when tg_table_name = 'conversations' then r ->> 'id' else r ->> 'conversation_id' end)::uuid,
    tg_table_name, tg_op,
    (select jsonb_object_agg(k, r -> k) from unnest(keys) k)
  from (select to_jsonb(t) as r from changed t) rows;
  perform pg_notify('changes', '');
  return null;
end $$;
select rights.own_by_service('realtime.note_change()');

-- Puts the change trigger on every base table of public that has none yet, seeded tables included. Runs at each start.
create function realtime.watch_tables() returns void language plpgsql as $$
declare
  item record;
  op text;
  keys text[];
begin
  for item in
    select c.oid, c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'note_insert')
  loop
    select coalesce(array_agg(a.attname::text order by a.attnum), '{}') into keys
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = item.oid and i.indisprimary;
    foreach op in array array['insert', 'update', 'delete'] loop
      execute format(
        'create trigger note_%s after %s on public.%I referencing %s as changed for each statement execute function realtime.note_change(%L)',
        op, op, item.relname, case when op = 'delete' then 'old table' else 'new table' end, keys);
    end loop;
  end loop;
end $$;
