-- What a customer may press under a message that is sent to many: {is: 'link', title, url}, {is: 'answer', title} or
-- {is: 'sequence', title, sequence_id}.
alter table public.messages add column buttons jsonb not null default '[]' check (jsonb_typeof(buttons) = 'array');
create index messages_with_buttons on public.messages (workspace_id, conversation_id, seq) where buttons <> '[]';
