-- Who has had the trial: it is given once to a person and once to a mailbox, also after the account is gone. Kept as keyed hashes.
create table private.trials_taken (
  mark text primary key,
  taken_at timestamptz not null
);
select rights.protect('private.trials_taken');
set local role service_role;
insert into private.trials_taken (mark, taken_at)
  select distinct 'person ' || m.person_id, now() from public.members m
    join public.workspaces w on w.id = m.workspace_id and w.kind = 'shop'
    join public.subscriptions s on s.workspace_id = m.workspace_id
    where m.role = 'admin' and m.person_id is not null
  on conflict do nothing;
reset role;
