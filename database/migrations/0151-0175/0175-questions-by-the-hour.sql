-- What the bot did not know is told by the hour, for a night or a week.
create index unanswered_asks_at on public.unanswered_asks (workspace_id, asked_at);
