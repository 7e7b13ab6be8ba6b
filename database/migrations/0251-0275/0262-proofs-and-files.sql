-- What shows that a request about somebody's data was done: a document in each language, as long as the register has the request.
alter table public.data_requests
  -- initials and last digits, so that the document names nobody who was erased
  add column masked_who text not null default '',
  -- the latest message that asked for it once more
  add column again_message_id uuid,
  -- language: SHA-256 of the document; null: none (yet)
  add column proof jsonb;

create table private.request_proofs (
  workspace_id uuid not null references public.workspaces on delete cascade,
  request_id uuid not null,
  language text not null check (language in ('vi', 'en')),
  pdf bytea not null,
  made_at timestamptz not null,
  primary key (workspace_id, request_id, language),
  foreign key (workspace_id, request_id) references public.data_requests (workspace_id, id) on delete cascade
);
select rights.protect('private.request_proofs');

-- How much of each kind was erased.
alter table private.erasures add column counts jsonb not null default '{}';

-- Files of messages may go before their conversations do.
alter table public.retention_rules add column file_months int check (file_months between 3 and 120);
create index messages_with_files on public.messages (workspace_id, created_at)
  where origin is null and attachments @> '[{"status": "copied"}]';

-- Pictures of customers that a newer one had replaced, or whose contact was erased.
set local role service_role;
delete from storage.objects o where o.bucket_id = 'avatars' and o.user_metadata ->> 'name' = 'avatar'
  and not exists (select from public.contacts c where c.avatar = o.name)
  and not exists (select from public.bot_settings b where b.avatar = o.name);
reset role;
