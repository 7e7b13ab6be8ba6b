-- Of what a draft was counted for nobody is kept by name once it has started, or once one of them is erased.
set local role service_role;
update public.broadcasts set preview = null, preview_id = null, preview_at = null where status = 'draft' and preview is not null;
update public.broadcasts set preview = preview || jsonb_build_object('samples', '[]'::jsonb,
    'later', (select coalesce(jsonb_agg(g || '{"people": []}'), '[]') from jsonb_array_elements(preview -> 'later') g),
    'never', (select coalesce(jsonb_agg(g || '{"people": []}'), '[]') from jsonb_array_elements(preview -> 'never') g))
  where status <> 'draft' and preview is not null;
reset role;
