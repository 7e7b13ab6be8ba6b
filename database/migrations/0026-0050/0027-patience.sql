-- After so long without any reply a customer is asked once to be patient; 0: never.
alter table public.bot_settings add column patience_seconds int not null default 120 check (patience_seconds between 0 and 3600);
