-- When a message is looked at again: a held one tried, an unsure one asked about.
alter table public.messages rename column look_at to check_at;
-- As of sequences: đồng in a month.
alter table private.paid_replies rename column most to max_month;
