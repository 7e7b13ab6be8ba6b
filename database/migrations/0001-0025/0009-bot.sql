create table public.bot_settings (
  workspace_id uuid primary key references public.workspaces on delete cascade,
  name text not null default 'Sen',
  greeting text,
  fallback text,
  -- Milliseconds between the customer's last message and the bot's reply; null: the channel's own (website 800, others 3,000).
  reply_delay_ms int check (reply_delay_ms between 0 and 60000),
  -- Lowest confidence with which the bot answers; null: the calibrated default (at most 5 % wrong).
  threshold real check (threshold between 0 and 1),
  hand_over_pauses boolean not null default true,
  updated_at timestamptz not null
);
select rights.protect('public.bot_settings');
create policy member on public.bot_settings for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.bot_settings to authenticated;

create table public.answers (
  id uuid primary key,
  workspace_id uuid not null,
  -- null: asked in the playground, and sent to nobody.
  conversation_id uuid,
  up_to_seq bigint,
  message_ids uuid[] not null default '{}',
  reply_id uuid,
  act text not null check (act in ('answer', 'clarify', 'abstain', 'handoff', 'smalltalk', 'contact', 'refuse')),
  -- Why nothing was sent although the bot had decided; null when the reply went out.
  silent_reason text,
  text text not null,
  language text not null check (language in ('vi', 'en')),
  citations jsonb not null default '[]',
  confidence real not null,
  path text not null check (path in ('embedded', 'provider')),
  trace jsonb not null default '{}',
  ms int not null,
  created_at timestamptz not null,
  unique (workspace_id, id),
  unique (conversation_id, up_to_seq),
  foreign key (workspace_id, conversation_id) references public.conversations (workspace_id, id) on delete cascade
);
select rights.protect('public.answers');
create policy member on public.answers for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.answers to authenticated;
