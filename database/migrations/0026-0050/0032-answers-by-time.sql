-- Which passages were quoted lately is asked by the page of each source.
create index answers_recent on public.answers (workspace_id, created_at);
