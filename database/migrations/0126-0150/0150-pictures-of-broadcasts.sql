-- A picture that was sent from an account already: uploaded once, it is named by the platform's own number from then on.
create table private.sent_pictures (
  workspace_id uuid not null,
  channel_id uuid not null,
  file text not null,
  external_id text not null,
  at timestamptz not null,
  primary key (workspace_id, channel_id, file),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('private.sent_pictures');
