-- Names as the code has them: what platforms report of a customer, and what people were notified of.
alter table private.told_of_contacts rename to contact_reports;
alter table private.contact_reports rename column told_at to reported_at;
alter index private.told_of_contacts_pkey rename to contact_reports_pkey;
alter table private.subscriptions rename column told_at to reported_at;
alter table private.ended_plans rename column told to notified_days_left;
alter table private.announcements rename column told_to to notified_to;
alter table public.data_requests rename column answer_told_at to answer_notified_at;
alter table public.data_requests rename column due_told_at to due_notified_at;
