-- Workspaces that shut out the session which asked: nothing of theirs is in the file.
alter table private.account_exports add column left_out uuid[] not null default '{}';
