-- Who lets a page write to them after the time for answers, as Messenger tells it: one key for each of its customers.
create table private.subscriptions (
  workspace_id uuid not null,
  contact_id uuid not null,
  channel_id uuid not null,
  -- locked; null: never told, or of no use any more
  token text,
  status text not null check (status in ('live', 'stopped', 'expired', 'region')),
  -- until when it holds; null: the platform names no end
  expires_at timestamptz,
  -- nothing more is taken for it before
  next_at timestamptz,
  told_at timestamptz not null,
  primary key (workspace_id, contact_id),
  foreign key (workspace_id, contact_id) references public.contacts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('private.subscriptions');
