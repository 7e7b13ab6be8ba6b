-- Who looks after an open conversation: a person is waited for, somebody of the team has it, or the bot.
alter table public.conversations add column lane text generated always as (case when status <> 'open' then null
    when waiting_since is not null then 'waiting' when bot_status = 'off' or assignee_id is not null then 'team' else 'bot' end) stored;
-- What the customer said last, in one line, whoever spoke after them; and when the bot last answered.
alter table public.conversations add column customer_said text not null default '';
alter table public.conversations add column bot_replied_at timestamptz;
set local role service_role;
update public.conversations v set
  customer_said = coalesce(case when v.preview_author = 'contact' then v.preview else (select left(btrim(regexp_replace(m.text, '\s+', ' ', 'g')), 140)
    from public.messages m where m.conversation_id = v.id and m.direction = 'in' and m.deleted_at is null order by m.seq desc limit 1) end, ''),
  bot_replied_at = (select m.created_at from public.messages m where m.conversation_id = v.id and m.author = 'bot' order by m.seq desc limit 1);
reset role;
create index conversations_in_lane on public.conversations (workspace_id, lane, last_message_at desc, id desc) where lane is not null;
-- The longest wait stands first.
create index conversations_longest_wait on public.conversations (workspace_id, lane, waiting_since, id) where waiting_since is not null;
drop index public.conversations_in_need;
