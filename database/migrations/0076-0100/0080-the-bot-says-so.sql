-- On Messenger and Zalo the bot says at the start of a chat, after a long pause and after a person's reply that a bot speaks.
alter table public.bot_settings add column introduces boolean not null default true;
