-- Whether the program was stopped in order after it counted last: then standing still says little of what was sent meanwhile.
alter table private.sending_counts add column stopped boolean not null default false;
