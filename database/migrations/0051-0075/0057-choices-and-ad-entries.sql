-- What the customer may pick where the bot asks back. A tap, its number, or its words mean one of them.
alter table public.messages add column choices jsonb not null default '[]' check (jsonb_typeof(choices) = 'array');

-- When the customer last came by an advertisement that opens the chat: Messenger takes answers for longer then.
alter table public.contacts add column ad_entry_at timestamptz;
