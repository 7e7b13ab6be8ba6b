-- How sure an answer must be is said by another judge now: a number chosen for the one before means another share of wrong answers.
set local role service_role;
update public.bot_settings set threshold = null where threshold is not null;
reset role;
