-- Beside running processes: two indexes on messages' files and on requests asked once more; writes wait until they are built.
-- An uploaded file may be named by many messages: its bytes go with the last of them.
create index messages_file_keys on public.messages using gin (jsonb_path_query_array(attachments, '$[*].file')) where attachments <> '[]';
create index data_requests_again_message on public.data_requests (workspace_id, again_message_id) where again_message_id is not null;
