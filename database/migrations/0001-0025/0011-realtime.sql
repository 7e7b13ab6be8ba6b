-- The topic that a statement asks about; set for one transaction by who asks.
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
grant execute on function realtime.topic() to anon, authenticated, service_role;

-- Who may hear a private topic and who may send on it: its policies say so, by realtime.topic(), extension and event.
-- Messages are not kept here. Two rows stand for all: what a bearer sees of them is what it may hear.
create table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null check (extension in ('broadcast', 'presence')),
  event text,
  payload jsonb,
  private boolean not null default true,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select rights.protect('realtime.messages');
grant select, insert on realtime.messages to anon, authenticated;

set local role service_role;
insert into realtime.messages (id, topic, extension) values
  ('00000000-0000-7000-8000-000000000001', '', 'broadcast'),
  ('00000000-0000-7000-8000-000000000002', '', 'presence');
reset role;

-- The id that a topic of this kind names, for example of 'workspace:<id>'; null for any other topic.
create function rights.topic_id(kind text) returns uuid language sql stable as $$
  select case when realtime.topic() ~ ('^' || kind || ':[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    then split_part(realtime.topic(), ':', 2)::uuid end
$$;
grant execute on function rights.topic_id(text) to authenticated, service_role;

-- A bearer without a person (a program's key, the reader of live rows) has the one workspace that its claims name.
create or replace function rights.my_workspaces() returns setof uuid language sql stable security definer set search_path = '' as $$
  select m.workspace_id from public.members m join public.workspaces w on w.id = m.workspace_id
  where m.person_id = auth.uid() and m.status = 'active' and w.deleted_at is null
  union all
  select w.id from public.workspaces w
  where not auth.jwt() ? 'sub' and w.id = (auth.jwt() ->> 'workspace_id')::uuid and w.deleted_at is null
$$;

create policy hear on realtime.messages for select to authenticated using (
  rights.topic_id('workspace') in (select rights.my_workspaces())
  or rights.topic_id('person') = (select auth.uid())
  or exists (select from public.conversations c
    where c.id = rights.topic_id('conversation') and c.workspace_id in (select rights.my_workspaces()))
);
create policy send on realtime.messages for insert to authenticated with check (
  (extension = 'presence' and rights.topic_id('workspace') in (select rights.my_workspaces()))
  or ((extension = 'presence' or event = 'typing') and exists (select from public.conversations c
    where c.id = rights.topic_id('conversation') and c.workspace_id in (select rights.my_workspaces())))
);

-- What the bearer of this transaction may hear, of the topics named.
create function realtime.heard(topics text[]) returns table (topic text, extension text) language plpgsql as $$
declare
  item text;
begin
  foreach item in array topics loop
    perform set_config('realtime.topic', item, true);
    return query select item, m.extension from realtime.messages m where m.topic = '';
  end loop;
end $$;

-- Whether the bearer may send: tried, and taken back.
create function realtime.may_send(topic text, extension text, event text) returns boolean language plpgsql as $$
begin
  perform set_config('realtime.topic', topic, true);
  begin
    insert into realtime.messages (topic, extension, event) values (may_send.topic, may_send.extension, may_send.event);
    raise sqlstate 'UNDOI';
  exception
    when insufficient_privilege then return false;
    when sqlstate 'UNDOI' then return true;
  end;
end $$;
grant execute on function realtime.heard(text[]), realtime.may_send(text, text, text) to anon, authenticated, service_role;
