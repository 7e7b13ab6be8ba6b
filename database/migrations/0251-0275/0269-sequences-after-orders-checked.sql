-- In a transaction of its own: the rows are read while others write.
alter table private.sequence_runs validate constraint sequence_runs_entered_by_check;
