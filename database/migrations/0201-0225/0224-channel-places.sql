-- Where customers find a website channel, as channels of the same name are told apart: its first domain; the path of the hosted page.
alter table public.channels add column place text;
update public.channels c set place = (select d.host from public.website_domains d
  where d.workspace_id = c.workspace_id and d.channel_id = c.id order by d.host ~ '^(\*|localhost)', d.created_at, d.host limit 1)
where c.kind = 'website' and not c.hosted;
update public.channels c set place = (select '/c/' || p.slug from private.hosted_pages p
  where p.workspace_id = c.workspace_id and p.is_present)
where c.hosted;
