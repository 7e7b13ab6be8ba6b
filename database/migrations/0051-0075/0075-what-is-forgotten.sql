-- How long things are kept. Entries of the audit log can only be added, and removed only when they are 400 days old: by the
-- database's own clock, whoever asks.
grant delete on public.audit_log to service_role;
create policy old_enough on public.audit_log as restrictive for delete to service_role using (at < now() - interval '400 days');
create index audit_log_age on public.audit_log using brin (at);
create index answers_age on public.answers using brin (created_at);

-- Limits are buckets since 0017.
drop table private.rate_limits;
