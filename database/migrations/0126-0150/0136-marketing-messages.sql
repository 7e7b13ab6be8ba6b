-- Whose money Meta takes for marketing messages of a page: an ad account of the person who connected it.
create table private.ad_accounts (
  workspace_id uuid not null,
  channel_id uuid not null,
  -- Meta's own
  account_id text not null,
  name text not null,
  -- đồng for one message, as Meta estimates it; null: it does not say
  estimate int check (estimate >= 0),
  read_at timestamptz,
  linked_by uuid not null,
  linked_at timestamptz not null,
  primary key (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('private.ad_accounts');

-- What Meta calls a broadcast: its messages are sent, billed and told of under that name.
create table private.message_campaigns (
  workspace_id uuid not null,
  broadcast_id uuid not null,
  channel_id uuid not null,
  -- null: it is being made
  external_id text,
  -- nothing is taken for it before
  ready_at timestamptz,
  primary key (workspace_id, broadcast_id, channel_id),
  foreign key (workspace_id, broadcast_id) references public.broadcasts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
create index message_campaigns_external on private.message_campaigns (workspace_id, channel_id, external_id);
select rights.protect('private.message_campaigns');
