-- A visitor's chat box asks for the visitor's conversations, closed ones included.
create index conversations_contact on public.conversations (workspace_id, contact_id, id);
