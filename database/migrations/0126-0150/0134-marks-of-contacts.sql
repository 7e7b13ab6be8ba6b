-- How often somebody was written to counts for the contact that got it too, whoever it is taken for later.
alter table private.send_marks add column contact_id uuid;
create index send_marks_of_contacts on private.send_marks (workspace_id, contact_id, purpose, at) where contact_id is not null;
set local role service_role;
update private.send_marks m set contact_id = r.contact_id from private.broadcast_recipients r where r.id = m.ref and r.workspace_id = m.workspace_id;
reset role;
