-- The first page of every list of conversations, whatever it is filtered by, however many there are.
create index conversations_by_status on public.conversations (workspace_id, status, last_message_at desc, id desc);
create index conversations_by_source on public.conversations (workspace_id, source, last_message_at desc, id desc);
create index conversations_in_need on public.conversations (workspace_id, last_message_at desc, id desc) where waiting_since is not null;
create index conversations_bot_off on public.conversations (workspace_id, last_message_at desc, id desc) where bot_status = 'off';
create index conversations_of_member on public.conversations (workspace_id, assignee_id, last_message_at desc, id desc) where assignee_id is not null;

-- How often the customer wrote, and how much of that a member has read: what is unread is the difference.
alter table public.conversations add column inbound_count integer not null default 0;
alter table public.conversation_reads add column inbound_count integer not null default 0;
-- When the mark was set. Marks are kept for ever, but only the newest say what is unread (shared/rules/unread.ts).
alter table public.conversation_reads add column marked_at timestamptz not null default now();
set local role service_role;
update public.conversations v set inbound_count = m.count from (
  select conversation_id, count(*) from public.messages where direction = 'in' group by conversation_id) m
where m.conversation_id = v.id;
update public.conversation_reads r set marked_at = r.read_at, inbound_count = (
  select count(*) from public.messages m where m.conversation_id = r.conversation_id and m.direction = 'in' and m.created_at <= r.read_at);
reset role;
create index conversation_reads_newest on public.conversation_reads (workspace_id, person_id, marked_at desc);
drop index public.conversation_reads_person;
