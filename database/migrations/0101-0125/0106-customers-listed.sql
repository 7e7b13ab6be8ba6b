-- Customers are listed by when they were last there.
create index contacts_last_seen on public.contacts (workspace_id, last_seen_at desc, id desc);

-- A member may write down what a customer said to their face, or refused by telephone, and what shows it.
alter table public.consents drop constraint consents_how_check;
alter table public.consents add constraint consents_how_check check (how in ('message', 'platform', 'joined', 'told')),
  add column noted_by uuid,
  add column proof text,
  add constraint told_with_proof check (how <> 'told' or (noted_by is not null and proof is not null));
