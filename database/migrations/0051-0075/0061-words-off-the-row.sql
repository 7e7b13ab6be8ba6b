-- What is searched lies in private.message_words and private.contact_words; the row that every list reads is free of it.
alter table public.conversations drop column search_text;
