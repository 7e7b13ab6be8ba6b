-- Language models: which one a workspace asks, its key, what it may use up.

-- What programs must read again and nobody else may: locked with the installation's key (secret-box.ts), with workspace, owner
-- and name as associated data, so that a locked text that was moved elsewhere does not open.
create table private.secrets (
  workspace_id uuid not null references public.workspaces on delete cascade,
  owner text not null,
  name text not null,
  locked text not null,
  updated_at timestamptz not null,
  primary key (workspace_id, owner, name)
);
select rights.protect('private.secrets');

-- No row: the installation's own model.
create table private.model_choices (
  workspace_id uuid primary key references public.workspaces on delete cascade,
  kind text not null check (kind in ('embedded', 'openai-compatible', 'anthropic', 'gemini')),
  base_url text not null default '',
  model text not null default '',
  -- The last letters of the key, so that its owner knows which one it is; the key is among the secrets.
  key_end text,
  updated_at timestamptz not null
);
select rights.protect('private.model_choices');

-- Tokens used: of a workspace in a day (who = ''), of one conversation in a minute.
create table private.model_tokens (
  workspace_id uuid not null references public.workspaces on delete cascade,
  who text not null,
  period timestamptz not null,
  tokens bigint not null,
  primary key (workspace_id, who, period)
);
create index model_tokens_period on private.model_tokens (period);
select rights.protect('private.model_tokens');

-- What a model said a moment ago, so that work that runs again is not paid again.
create table private.model_replies (
  workspace_id uuid not null references public.workspaces on delete cascade,
  key text not null,
  reply jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, key)
);
create index model_replies_created on private.model_replies (created_at);
select rights.protect('private.model_replies');
