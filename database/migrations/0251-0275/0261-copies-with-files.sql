-- Copies of a person's data are ZIP files with their files from now on: older ones are asked for anew, and their files removed.
set local role service_role;
update private.customer_exports set expires_at = ready_at where status = 'ready';
reset role;
