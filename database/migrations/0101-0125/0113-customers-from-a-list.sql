-- Customers whom a shop brings along in a list: no contact, no conversation, until they write.
create table public.imports (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  file_name text not null,
  status text not null check (status in ('read', 'checking', 'checked', 'importing', 'done', 'undoing', 'undone', 'failed')),
  -- why it failed
  reason text,
  -- what the columns are called, whether the first row says so, and what is taken from each
  columns text[] not null,
  has_names boolean not null,
  map text[] not null,
  -- for what and on which channel they agreed, and what is the same for all
  consent jsonb,
  row_count int not null,
  -- how far it is read, or written
  done_rows int not null default 0,
  -- counts, and the lines that are told of; nothing of what stands in them
  report jsonb not null default '{}',
  made_by uuid not null,
  created_at timestamptz not null,
  done_at timestamptz,
  undo_until timestamptz,
  unique (workspace_id, id)
);
create index imports_latest on public.imports (workspace_id, created_at desc);
create index imports_open on public.imports (created_at) where status in ('read', 'checked');
select rights.protect('public.imports');
create policy member on public.imports for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.imports to authenticated;

alter table public.customers add column import_id uuid,
  add foreign key (workspace_id, import_id) references public.imports (workspace_id, id);
create index customers_imported on public.customers (workspace_id, import_id) where import_id is not null;

-- What a list says belongs to a customer without a contact.
alter table public.contact_details alter column contact_id drop not null, alter column conversation_id drop not null,
  add column customer_id uuid,
  add foreign key (workspace_id, customer_id) references public.customers (workspace_id, id) on delete cascade,
  add constraint of_somebody check (contact_id is not null or customer_id is not null);
create unique index contact_details_imported on public.contact_details (workspace_id, customer_id, kind, value) where customer_id is not null;

-- By what they are found who have no contact.
create table private.customer_words (
  customer_id uuid primary key,
  workspace_id uuid not null,
  words tsvector not null,
  foreign key (workspace_id, customer_id) references public.customers (workspace_id, id) on delete cascade
);
create index customer_words_words on private.customer_words using gin (words);
select rights.protect('private.customer_words');

create function private.write_customer_words(workspace uuid, customers uuid[]) returns void language sql set search_path = '' as $$
  insert into private.customer_words (customer_id, workspace_id, words)
  select cu.id, cu.workspace_id, rights.words_in(cu.workspace_id, array(
      select rights.search_words(cu.name)
      union select rights.search_words(d.value) from public.contact_details d
        where d.workspace_id = cu.workspace_id and d.customer_id = cu.id
      union select rights.number_words(d.value) from public.contact_details d
        where d.workspace_id = cu.workspace_id and d.customer_id = cu.id and d.kind in ('phone', 'landline')))
  from public.customers cu where cu.workspace_id = workspace and cu.id = any (customers) and cu.import_id is not null
  on conflict (customer_id) do update set words = excluded.words
$$;
create function private.keep_customer_words() returns trigger language plpgsql set search_path = '' as $$
begin
  perform private.write_customer_words(new.workspace_id, array[new.id]);
  return null;
end $$;
create trigger keep_words_of_renamed after update of name on public.customers for each row
  when (new.import_id is not null and new.name <> old.name) execute function private.keep_customer_words();
grant execute on function private.write_customer_words(uuid, uuid[]), private.keep_customer_words() to service_role;

-- How many may be brought along. null: as many as one likes.
alter table public.plans add column imported_customers bigint;
set local role service_role;
update public.plans set imported_customers = case code when 'trial' then 200 when 'hobby' then 5000 when 'pro' then 50000 else 500000 end;
reset role;
