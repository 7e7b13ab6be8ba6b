-- Who was erased, by ids alone: written to a list beside the backups, which a restore of an older one applies.
create table private.erasures (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  customer_id uuid not null,
  -- who had been merged into them
  merged uuid[] not null,
  refused text[] not null,
  at timestamptz not null,
  -- null: not yet on the list
  recorded_at timestamptz,
  primary key (workspace_id, customer_id)
);
create index erasures_unrecorded on private.erasures (at) where recorded_at is null;
select rights.protect('private.erasures');

set local role service_role;
insert into private.erasures (workspace_id, customer_id, merged, refused, at)
  select cu.workspace_id, cu.id, array(select m.id from public.customers m where m.workspace_id = cu.workspace_id and m.merged_into = cu.id order by m.id limit 1000),
    array(select distinct s.purpose from public.consent_states s where s.workspace_id = cu.workspace_id and s.customer_id = cu.id
      and s.state in ('refused', 'withdrawn')), cu.erased_at
  from public.customers cu where cu.erased_at is not null and cu.merged_into is null;
reset role;
