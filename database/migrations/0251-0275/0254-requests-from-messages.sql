-- A request about somebody's data may come from their message: recorded by the program, not by a member.
alter table public.data_requests
  alter column recorded_by drop not null,
  add column source text not null default 'member' check (source in ('member', 'website', 'facebook', 'zalo')),
  add column conversation_id uuid,
  add column message_id uuid,
  add constraint recorded check (source <> 'member' or recorded_by is not null),
  add foreign key (workspace_id, conversation_id) references public.conversations (workspace_id, id) on delete set null (conversation_id);
create index data_requests_open_of_source on public.data_requests (workspace_id, source) where done_at is null;
create index data_requests_conversation on public.data_requests (workspace_id, conversation_id) where conversation_id is not null;
create index data_requests_message on public.data_requests (workspace_id, message_id) where message_id is not null;
