-- YYYY-MM by the shop's time zone: what was held for the ceiling has been released for it; null: for none yet
alter table private.paid_replies add column released_in text;
