-- When a restriction or objection ended: by an admin, for a reason; lifted_by null: by what the customer wrote.
alter table public.data_requests
  add column lifted_at timestamptz,
  add column lifted_by uuid,
  add column lifted_why text;
