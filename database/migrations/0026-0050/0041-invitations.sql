-- The secret of an invitation's link, hashed. It waits as long as the pending member does, at most seven days.
create table private.invitations (
  token_hash text primary key,
  workspace_id uuid not null,
  member_id uuid not null,
  invited_by uuid references public.people on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (workspace_id, member_id),
  foreign key (workspace_id, member_id) references public.members (workspace_id, id) on delete cascade
);
select rights.protect('private.invitations');
