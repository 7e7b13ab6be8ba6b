-- Whether a broadcast has somebody already is asked for each message that is made.
create index broadcast_recipients_contacts on private.broadcast_recipients (broadcast_id, contact_id);
