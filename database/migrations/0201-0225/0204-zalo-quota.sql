-- What Zalo said last is left of an account's consultation messages: with the refusal of one, or asked about the customer who acted last.
alter table public.channel_limits
  add column replies_left int check (replies_left >= 0),
  -- null though it was read: no limit
  add column replies_total int check (replies_total >= 0),
  add column replies_read_at timestamptz;

-- A month's messages of an account are counted by what Zalo took them from.
create index messages_by_quota on public.messages (workspace_id, channel_id, sent_at) where quota_type is not null;

-- As the message has it: what Zalo took it from.
alter table private.broadcast_recipients add column quota_type text;
