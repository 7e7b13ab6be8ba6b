-- The picture that customers of the website see beside the bot's name: its key in the bucket 'avatars', in the shop's own folder.
alter table public.bot_settings add column avatar text
  check (avatar ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and split_part(avatar, '/', 1) = workspace_id::text);
