-- How the chat box looks on a shop's pages, what it offers to ask, and whether customers see where an answer comes from.
alter table public.bot_settings
  add column widget_colour text check (widget_colour ~ '^#[0-9a-f]{6}$'),
  add column widget_side text not null default 'right' check (widget_side in ('left', 'right')),
  add column widget_on_phones boolean not null default true,
  -- null: the product's own
  add column widget_starters text[] check (cardinality(widget_starters) <= 4),
  add column shows_sources boolean not null default false;
-- The product's own chat is there to show it.
update public.bot_settings set shows_sources = true
  where workspace_id in (select id from public.workspaces where kind = 'house');
