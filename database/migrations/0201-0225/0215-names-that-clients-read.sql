-- Names as the code has them, of columns that pages and the operator's desk read too.
alter table public.push_subscriptions rename column told_at to notified_at;
alter table private.refused_payments rename column told_at to reported_at;
alter table private.returned_parts rename column told_at to reported_at;
alter table public.intents rename column told_by to last_message_id;
alter table public.intents rename column noted_at to acknowledged_at;
alter table public.consents rename column noted_by to recorded_by;
alter table public.data_requests rename column noted_by to recorded_by;
