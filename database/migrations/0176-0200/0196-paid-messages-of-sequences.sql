-- A sequence's paid messages on Messenger go under a name of its own at Meta too.
alter table private.message_campaigns
  drop constraint message_campaigns_pkey,
  alter column broadcast_id drop not null,
  add column sequence_id uuid,
  -- what the messages' own rows call it
  add column origin_id uuid not null generated always as (coalesce(broadcast_id, sequence_id)) stored,
  -- since when Meta refuses the account that pays: it is asked again at ready_at. Only of a sequence, which does not pause for it.
  add column refused_at timestamptz,
  add constraint of_one_of_both check (num_nonnulls(broadcast_id, sequence_id) = 1),
  add primary key (workspace_id, origin_id, channel_id),
  add foreign key (workspace_id, sequence_id) references public.sequences (workspace_id, id) on delete cascade;
-- Looked for when a broadcast or a sequence is deleted.
create index message_campaigns_broadcasts on private.message_campaigns (workspace_id, broadcast_id) where broadcast_id is not null;
create index message_campaigns_sequences on private.message_campaigns (workspace_id, sequence_id) where sequence_id is not null;
