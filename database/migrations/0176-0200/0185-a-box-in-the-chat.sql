-- Whether a box stands under a visitor's first conversation, unticked, beside the words that they may agree to.
alter table public.campaign_rules add column ask_in_chat boolean not null default false;
