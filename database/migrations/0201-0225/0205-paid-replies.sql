-- What an admin lets the bot and automatic messages pay for replies on an account in a month of the shop's; no row: nothing.
create table private.paid_replies (
  workspace_id uuid not null,
  channel_id uuid not null,
  -- đồng
  most bigint not null check (most > 0),
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('private.paid_replies');

-- What of it is used; taken in the transaction that sends.
create table private.paid_reply_months (
  workspace_id uuid not null,
  channel_id uuid not null,
  -- YYYY-MM, by the shop's time zone
  month text not null,
  spent bigint not null check (spent >= 0),
  -- percent used of which admins were told
  notified int not null default 0,
  primary key (workspace_id, channel_id, month),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('private.paid_reply_months');
