-- Stored words that the code says otherwise: how a consent came, what a message asks of campaigns, names of jobs, events and timers.
alter table public.consents drop constraint consents_how_check, drop constraint told_with_proof;
alter table public.consents disable trigger only_forget_words;
grant update (how, event) on public.consents to service_role;
grant update (action) on public.audit_log to service_role;

create temporary table renamed_kinds (before text primary key, after text not null);
insert into renamed_kinds values
  ('person.signed-up → keep person', 'person.signed-up → save person'),
  ('person.signed-in → note sign-in', 'person.signed-in → record sign-in'),
  ('security.noted → note security', 'security.recorded → record security'),
  ('order.settled → note card', 'order.settled → record card'),
  ('knowledge.changed → keep starters', 'knowledge.changed → save starters'),
  ('question.unanswered → note question', 'question.unanswered → record question'),
  ('answer.corrected → keep correction case', 'answer.corrected → save correction case'),
  ('tell price', 'announce price'),
  ('tell announcement', 'send announcement'),
  ('note payoneer refund', 'record payoneer refund'),
  ('say lines', 'publish lines');
grant select on renamed_kinds to service_role;

set local role service_role;
update public.consents set how = 'recorded', event = regexp_replace(event, '^told:', 'recorded:') where how = 'told';
update public.audit_log set action = 'data-request.recorded' where action = 'data-request.noted';
update private.jobs j set kind = r.after, key = replace(j.key, r.before, r.after), lane = replace(j.lane, r.before, r.after)
  from renamed_kinds r where j.kind = r.before;
update public.dead_letters d set kind = r.after from renamed_kinds r where d.kind = r.before;
update private.jobs set payload = payload - 'note_id' || jsonb_build_object('record_id', payload -> 'note_id')
  where kind = 'security.recorded → record security';
update public.dead_letters set payload = payload - 'note_id' || jsonb_build_object('record_id', payload -> 'note_id')
  where kind = 'security.recorded → record security';
update private.events set name = 'security.recorded',
    payload = payload - 'note_id' || jsonb_build_object('record_id', payload -> 'note_id')
  where name = 'security.noted';
update private.events set payload = payload - 'wish' || jsonb_build_object('opt_out_intent', payload -> 'wish')
  where name = 'message.received' and payload ? 'wish';
update private.timers set name = case name
    when 'look at orders' then 'poll orders' when 'tell due data requests' then 'notify due data requests'
    when 'keep mark keys' then 'save mark keys' when 'tend broadcasts' then 'advance broadcasts' else 'maintain database' end
  where name in ('look at orders', 'tell due data requests', 'keep mark keys', 'tend broadcasts', 'tend database');
reset role;

drop table renamed_kinds;
revoke update (how, event) on public.consents from service_role;
revoke update (action) on public.audit_log from service_role;
alter table public.consents enable trigger only_forget_words;
alter table public.consents
  add constraint consents_how_check
    check (how in ('message', 'platform', 'joined', 'recorded', 'remembered', 'imported', 'form', 'claim')),
  add constraint recorded_with_proof check (how <> 'recorded' or (recorded_by is not null and proof is not null));
