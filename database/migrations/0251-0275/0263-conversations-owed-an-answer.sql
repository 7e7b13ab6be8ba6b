-- Beside running processes: it only adds; writes to conversations wait for about a second for each million of them.
-- Who has waited too long for a word is looked for every few seconds, over all workspaces: by this, not workspace by workspace.
create index conversations_owed on public.conversations (last_inbound_at)
  where status = 'open' and bot_status = 'on' and waiting_since is null and preview_author = 'contact';
