-- What people agree to, word for word. A version is never changed: what somebody agreed to stays as it was.
create table public.consent_texts (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  purpose text not null check (purpose in ('promotion', 'care')),
  language text not null check (language in ('vi', 'en')),
  version int not null,
  words text not null,
  -- how many messages at most, in so many days: as the words say
  most int not null check (most between 1 and 30),
  in_days int not null check (in_days between 1 and 90),
  made_by uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, purpose, language, version)
);
select rights.protect('public.consent_texts');
create policy member on public.consent_texts for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.consent_texts to authenticated;
revoke update, truncate on public.consent_texts from service_role;

-- What a list says of somebody without a contact changes no contact's words.
drop trigger keep_words on public.contact_details;
create trigger keep_words_of_new after insert on public.contact_details for each row when (new.contact_id is not null)
  execute function private.keep_detail_words();
create trigger keep_words_of_changed after update of contact_id, kind, value on public.contact_details for each row
  when (old.contact_id is not null or new.contact_id is not null) execute function private.keep_detail_words();
create trigger keep_words_of_gone after delete on public.contact_details for each row when (old.contact_id is not null)
  execute function private.keep_detail_words();
