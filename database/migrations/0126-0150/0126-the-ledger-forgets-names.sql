-- Nobody rewrites what somebody said. But what the team or a list wrote beside it may name them, and goes when they are forgotten.
create function private.only_forget_words() returns trigger language plpgsql set search_path = '' as $$
begin
  if not exists (select from public.customers c where c.workspace_id = new.workspace_id and c.id = new.customer_id
      and (c.erased_at is not null or exists (select from public.customers t
        where t.workspace_id = c.workspace_id and t.id = c.merged_into and t.erased_at is not null)))
    or (new.words is not null and new.words is distinct from old.words) or (new.proof is distinct from old.proof and new.proof is distinct from '-') then
    raise exception 'What somebody said is not rewritten.' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger only_forget_words before update on public.consents for each row execute function private.only_forget_words();
grant execute on function private.only_forget_words() to service_role;
grant update (words, proof) on public.consents to service_role;

-- Who was forgotten before this.
set local role service_role;
update public.consents o set proof = case when o.proof is not null then '-' end,
    words = (select t.words from public.consent_texts t where t.workspace_id = o.workspace_id and t.words = o.words limit 1)
  where o.how in ('told', 'imported') and exists (select from public.customers c
    where c.workspace_id = o.workspace_id and c.id = o.customer_id and c.erased_at is not null);
reset role;
