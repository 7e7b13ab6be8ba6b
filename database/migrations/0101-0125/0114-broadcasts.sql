-- What is sent to many at once, to whom, and what became of it for each.
create table public.broadcasts (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  name text not null,
  -- everybody, those of a tag, or those of a segment
  audience jsonb not null default '{"is": "everyone"}',
  purpose text not null default 'promotion' check (purpose in ('promotion', 'care', 'service', 'ask')),
  routes text[] not null,
  content jsonb not null default '{}',
  on_reply text not null default 'bot' check (on_reply in ('bot', 'team')),
  status text not null default 'draft'
    check (status in ('draft', 'scheduled', 'planning', 'running', 'paused', 'done', 'cancelled')),
  -- why it is paused, or ended otherwise than by itself
  reason text,
  start_at timestamptz,
  deadline timestamptz,
  -- đồng: the most that one message, and all of them, may cost
  max_each bigint,
  max_cost bigint check (max_cost >= 0),
  spent bigint not null default 0 check (spent >= 0 and (max_cost is null or spent <= max_cost)),
  counters jsonb not null default '{}',
  counted_at timestamptz,
  -- what it would come to, as it stood then; any change of the draft takes it away
  preview jsonb,
  preview_id uuid,
  preview_at timestamptz,
  -- the customer up to whom it is planned, in the order of their ids
  planned_to uuid,
  planned_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  started_by uuid,
  started_at timestamptz,
  done_at timestamptz,
  unique (workspace_id, id)
);
create index broadcasts_latest on public.broadcasts (workspace_id, created_at desc);
create index broadcasts_at_work on public.broadcasts (status) where status in ('scheduled', 'planning', 'running', 'paused');
select rights.protect('public.broadcasts');
create policy member on public.broadcasts for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.broadcasts to authenticated;

-- One for each customer who was meant.
create table private.broadcast_recipients (
  id uuid primary key,
  workspace_id uuid not null,
  broadcast_id uuid not null,
  customer_id uuid not null,
  contact_id uuid,
  channel_id uuid,
  route text,
  state text not null
    check (state in ('planned', 'waiting', 'queued', 'sent', 'delivered', 'read', 'failed', 'unsure', 'skipped')),
  reason text,
  -- when it is looked at (again)
  due_at timestamptz not null,
  message_id uuid,
  cost bigint not null default 0,
  sent_at timestamptz,
  -- the customer's first word after it, and whether that word was a refusal
  answered_at timestamptz,
  refused boolean not null default false,
  unique (workspace_id, broadcast_id, customer_id),
  foreign key (workspace_id, broadcast_id) references public.broadcasts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, customer_id) references public.customers (workspace_id, id) on delete cascade
);
create index broadcast_recipients_due on private.broadcast_recipients (broadcast_id, channel_id, due_at, id) where state in ('planned', 'waiting');
create index broadcast_recipients_states on private.broadcast_recipients (broadcast_id, state, reason);
create index broadcast_recipients_messages on private.broadcast_recipients (message_id) where message_id is not null;
create index broadcast_recipients_sent on private.broadcast_recipients (workspace_id, contact_id, sent_at) where sent_at is not null;
create index broadcast_recipients_of_customers on private.broadcast_recipients (workspace_id, customer_id);
select rights.protect('private.broadcast_recipients');

-- What counts towards how often somebody is written to; reserved when the message is made.
create table private.send_marks (
  -- the recipient
  ref uuid primary key,
  workspace_id uuid not null,
  customer_id uuid not null,
  purpose text not null check (purpose in ('promotion', 'care', 'service', 'ask')),
  at timestamptz not null,
  foreign key (workspace_id, customer_id) references public.customers (workspace_id, id) on delete cascade
);
create index send_marks_of_customers on private.send_marks (workspace_id, customer_id, purpose, at);
select rights.protect('private.send_marks');

-- What a platform allows an account, as far as it told.
create table public.channel_limits (
  workspace_id uuid not null,
  channel_id uuid not null,
  requests_per_minute int not null check (requests_per_minute > 0),
  source text not null check (source in ('header', 'plan')),
  read_at timestamptz not null,
  primary key (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('public.channel_limits');
create policy member on public.channel_limits for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.channel_limits to authenticated;

alter table public.messages
  add column purpose text check (purpose in ('promotion', 'care', 'service', 'ask')),
  add column route text,
  -- what it is part of, where it is no direct reply
  add column origin text check (origin in ('broadcast')),
  add column origin_id uuid,
  add column send_before timestamptz,
  -- đồng
  add column cost bigint,
  add column cost_basis text check (cost_basis in ('exact', 'listed', 'estimate')),
  -- what Zalo says that it was taken from: its true cost
  add column quota_type text,
  add constraint origin_with_purpose check ((origin is null) = (origin_id is null) and (origin is null or purpose is not null));

-- Nobody looks for what was sent to everybody.
create or replace function private.keep_message_words() returns trigger language plpgsql set search_path = '' as $$
declare
  found text[];
begin
  if tg_op <> 'INSERT' then
    delete from private.message_words where message_id = old.id;
  end if;
  if tg_op = 'DELETE' or new.origin is not null then
    return null;
  end if;
  found := array(select rights.search_words(new.text));
  if found <> '{}' then
    insert into private.message_words (message_id, workspace_id, conversation_id, words)
    values (new.id, new.workspace_id, new.conversation_id, rights.words_in(new.workspace_id, found));
  end if;
  return null;
end $$;

-- A month's messages of campaigns are counted beside the bot's.
alter table public.plans add column campaigns bigint;
alter table public.usage_counters drop constraint usage_counters_metric_check;
alter table public.usage_counters add constraint usage_counters_metric_check
  check (metric in ('messages', 'campaigns', 'connections', 'documents', 'members'));
set local role service_role;
update public.plans set campaigns = case code when 'trial' then 50 when 'hobby' then 1500 when 'pro' then 10000 else 100000 end;
insert into public.usage_counters (workspace_id, metric, period_start, period_end, hard_limit)
  select u.workspace_id, 'campaigns', u.period_start, u.period_end, p.campaigns
  from public.usage_counters u left join public.subscriptions s on s.workspace_id = u.workspace_id
  left join public.plans p on p.code = s.plan
  where u.metric = 'messages' and u.period_end > now();
reset role;
