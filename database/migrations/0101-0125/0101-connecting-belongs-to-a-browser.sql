-- Who begins to connect an account at a platform comes back in the same browser, and is still signed in: a link that is sent to
-- somebody else, or opened by a foreign page as a picture, connects nothing.
alter table private.zalo_consents add column browser_hash text, add column session_id uuid, add column aal text;
alter table private.facebook_starts add column browser_hash text, add column session_id uuid, add column aal text;
