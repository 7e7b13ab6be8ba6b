-- What an owner may choose about the bot; each of these changes what a customer gets.
alter table public.bot_settings
  add column tone text not null default 'warm' check (tone in ('formal', 'warm', 'brief')),
  -- 'customer': the language in which the customer wrote.
  add column language_policy text not null default 'customer' check (language_policy in ('customer', 'vi', 'en')),
  -- Said to customers who are answered in English; null: the usual words.
  add column greeting_en text,
  add column fallback_en text,
  -- Words that call a person whenever a customer writes them.
  add column hand_over_words text[] not null default '{}',
  -- Whether a question that the bot cannot answer calls a person.
  add column hand_over_unsure boolean not null default true,
  -- Subjects that the bot leaves alone, and what it does instead.
  add column never_say text[] not null default '{}',
  add column never_say_act text not null default 'handoff' check (never_say_act in ('handoff', 'refuse')),
  -- Seven days from Monday, each null (closed) or {"open": "08:00", "close": "20:00"}, in the workspace's time zone; null: always open.
  add column hours jsonb,
  -- Outside of them: answers, or says once that a person will.
  add column outside_hours text not null default 'answer' check (outside_hours in ('answer', 'wait')),
  -- [["bình giữ nhiệt", "phích nước"], …]: words that mean the same in this shop.
  add column synonyms jsonb not null default '[]';
