-- đồng that an admin lets a sequence spend in a month; null: nothing.
alter table public.sequences add column max_month bigint check (max_month >= 0);

-- What its messages have cost, by the shop's months.
create table private.sequence_spending (
  workspace_id uuid not null,
  sequence_id uuid not null,
  -- 'YYYY-MM' on the shop's clock
  month text not null,
  spent bigint not null check (spent >= 0),
  primary key (workspace_id, sequence_id, month),
  foreign key (workspace_id, sequence_id) references public.sequences (workspace_id, id) on delete cascade
);
select rights.protect('private.sequence_spending');
