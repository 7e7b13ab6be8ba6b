-- A line of the ledger that is written as it stands is not rewritten.
create or replace function private.only_forget_words() returns trigger language plpgsql set search_path = '' as $$
begin
  if new is not distinct from old then
    return new;
  end if;
  if not exists (select from public.customers c where c.workspace_id = new.workspace_id and c.id = new.customer_id
      and (c.erased_at is not null or exists (select from public.customers t
        where t.workspace_id = c.workspace_id and t.id = c.merged_into and t.erased_at is not null)))
    or (new.words is not null and new.words is distinct from old.words) or (new.proof is distinct from old.proof and new.proof is distinct from '-') then
    raise exception 'What somebody said is not rewritten.' using errcode = '42501';
  end if;
  return new;
end $$;
