-- đồng that campaigns of a shop may cost in a month; null: as much as was confirmed for each.
alter table public.campaign_rules add column money_per_month bigint check (money_per_month >= 0);

-- What they have cost, by the shop's months.
create table private.campaign_spending (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- 'YYYY-MM' on the shop's clock
  month text not null,
  spent bigint not null check (spent >= 0),
  primary key (workspace_id, month)
);
select rights.protect('private.campaign_spending');
