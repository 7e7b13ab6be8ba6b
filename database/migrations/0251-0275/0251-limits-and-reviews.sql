-- The words of the code: the most messages of a consent text, a line that needs review, the length of a template's values.
alter table public.consent_texts rename column most to max_messages;
alter table public.consent_texts rename constraint consent_texts_most_check to consent_texts_max_messages_check;
alter table private.recognised_lines rename column needs_look to needs_review;

set local role service_role;
update public.templates t set params = (
    select jsonb_agg(p.one - 'least' - 'most'
      || jsonb_build_object('min_length', p.one -> 'least', 'max_length', p.one -> 'most') order by p.place)
    from jsonb_array_elements(t.params) with ordinality p (one, place))
  where t.params <> '[]';
reset role;
