-- What somebody got by a way that was another customer's is found by the contact that it went to.
create index sequence_runs_of_contacts on private.sequence_runs (workspace_id, contact_id) where contact_id is not null;
