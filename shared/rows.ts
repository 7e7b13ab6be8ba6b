// Generated from database/migrations by `npm run rows`. Never edited.
import type { Generated } from 'kysely'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface Rows {
  'auth.auth_codes': {
    code_hash: string
    user_id: string
    code_challenge: string
    method: string
    expires_at: Date
    created_at: Date
  }
  'auth.identities': {
    identity_id: string
    user_id: string
    provider: string
    provider_id: string
    identity_data: Generated<Json>
    last_sign_in_at: Date | null
    created_at: Date
    updated_at: Date
  }
  'auth.one_time_tokens': {
    token_hash: string
    user_id: string
    kind: string
    email: string
    code_hash: string
    redirect_to: string | null
    code_challenge: string | null
    code_challenge_method: string | null
    attempts: Generated<number>
    expires_at: Date
    created_at: Date
  }
  'auth.refresh_tokens': {
    id: Generated<number>
    session_id: string
    token_hash: string
    parent_id: number | null
    successor: string | null
    used_at: Date | null
    created_at: Date
  }
  'auth.sessions': {
    id: string
    user_id: string
    aal: Generated<string>
    amr: Generated<Json>
    user_agent: string | null
    ip: string | null
    created_at: Date
    refreshed_at: Date | null
    ended_at: Date | null
  }
  'auth.users': {
    id: string
    email: string
    encrypted_password: string | null
    email_confirmed_at: Date | null
    confirmation_sent_at: Date | null
    recovery_sent_at: Date | null
    last_sign_in_at: Date | null
    app_metadata: Generated<Json>
    user_metadata: Generated<Json>
    banned_until: Date | null
    deleted_at: Date | null
    created_at: Date
    updated_at: Date
    invited_at: Date | null
    email_change: string | null
    email_change_agreed: string | null
    email_change_session: string | null
    email_change_sent_at: Date | null
    reauthentication_sent_at: Date | null
  }
  'private.events': {
    id: Generated<number>
    name: string
    workspace_id: string | null
    payload: Json
    at: Date
  }
  'private.idempotency_keys': {
    scope: string
    key: string
    body_hash: string
    status: number | null
    response: Json | null
    at: Date
  }
  'private.jobs': {
    id: Generated<number>
    kind: string
    key: string | null
    lane: string | null
    payload: Generated<Json>
    run_at: Date
    attempts: Generated<number>
    worker: string | null
    lease_until: Date | null
    last_error: string | null
    created_at: Generated<Date>
  }
  'private.migrations': {
    name: string
    checksum: string
    applied_at: Generated<Date>
  }
  'private.operator_links': {
    token_hash: string
    expires_at: Date
    used_at: Date | null
  }
  'private.rate_limits': {
    who: string
    window_start: Date
    used: number
  }
  'private.source_texts': {
    workspace_id: string
    source_id: string
    version: number
    text: string
    pages: Generated<Json>
  }
  'private.timers': {
    name: string
    next_run_at: Date
  }
  'private.used_challenges': {
    id: string
    expires_at: Date
  }
  'private.visitors': {
    token_hash: string
    workspace_id: string
    channel_id: string
    external_id: string
    contact_id: string | null
    page_url: string | null
    locale: string
    created_at: Date
    expires_at: Date
  }
  answers: {
    id: string
    workspace_id: string
    conversation_id: string | null
    up_to_seq: number | null
    message_ids: Generated<string[]>
    reply_id: string | null
    act: string
    silent_reason: string | null
    text: string
    language: string
    citations: Generated<Json>
    confidence: number
    path: string
    trace: Generated<Json>
    ms: number
    created_at: Date
  }
  audit_log: {
    id: string
    workspace_id: string
    actor: string | null
    action: string
    target: string | null
    meta: Generated<Json>
    ip: string | null
    at: Date
  }
  bot_settings: {
    workspace_id: string
    name: Generated<string>
    greeting: string | null
    fallback: string | null
    reply_delay_ms: number | null
    threshold: number | null
    hand_over_pauses: Generated<boolean>
    updated_at: Date
  }
  channels: {
    id: string
    workspace_id: string
    kind: string
    account_id: string
    name: string
    status: string
    status_reason: string | null
    health: Generated<Json>
    last_in_at: Date | null
    last_out_at: Date | null
    created_at: Date
  }
  contact_details: {
    id: string
    workspace_id: string
    contact_id: string
    conversation_id: string
    message_id: string | null
    kind: string
    value: string
    created_at: Date
  }
  contacts: {
    id: string
    workspace_id: string
    channel_id: string
    external_id: string
    name: Generated<string>
    avatar: string | null
    language: string | null
    verified: Generated<boolean>
    fields: Generated<Json>
    last_seen_at: Date | null
    opted_out_at: Date | null
    created_at: Date
  }
  conversations: {
    id: string
    workspace_id: string
    channel_id: string
    contact_id: string
    source: string
    status: Generated<string>
    snoozed_until: Date | null
    bot_status: Generated<string>
    bot_off_by: string | null
    bot_off_until: Date | null
    bot_held_until: Date | null
    contact_typing_at: Date | null
    waiting_since: Date | null
    assignee_id: string | null
    last_seq: Generated<number>
    last_message_at: Date
    last_inbound_at: Date | null
    preview: Generated<string>
    preview_author: Generated<string>
    contact_name: Generated<string>
    sentiment: string | null
    language: string | null
    search_text: Generated<string>
    created_at: Date
  }
  dead_letters: {
    id: string
    workspace_id: string | null
    kind: string
    ref: string
    payload: Generated<Json>
    reason: string
    attempts: number
    status: Generated<string>
    created_at: Date
  }
  members: {
    id: string
    workspace_id: string
    person_id: string | null
    email: string
    name: Generated<string>
    role: string
    status: string
    invited_at: Date | null
    joined_at: Date | null
  }
  messages: {
    id: string
    workspace_id: string
    conversation_id: string
    channel_id: string
    seq: number
    direction: string
    author: string
    member_id: string | null
    answer_id: string | null
    client_id: string | null
    external_id: string | null
    text: string
    attachments: Generated<Json>
    status: string
    error_code: string | null
    held_reason: string | null
    may_repeat: Generated<boolean>
    provider_time: Date | null
    edited_at: Date | null
    deleted_at: Date | null
    created_at: Date
  }
  passages: {
    id: string
    workspace_id: string
    source_id: string
    version: number
    position: number
    heading: Generated<string>
    text: string
    start: number
    end: number
    live: boolean
  }
  people: {
    id: string
    email: string
    email_verified: Generated<boolean>
    full_name: Generated<string>
    phone: string | null
    notification_email: string | null
    notification_email_verified: Generated<boolean>
    language: Generated<string>
    is_operator: Generated<boolean>
    status: Generated<string>
    joined_at: Date
    last_login_at: Date | null
  }
  plans: {
    code: string
    position: number
    messages: number | null
    connections: number | null
    documents: number | null
    members: number | null
    crawl_pages: number
    trial_days: number | null
  }
  prices: {
    id: string
    plan: string
    interval: string
    currency: string
    amount: number
    valid_from: Date
  }
  sources: {
    id: string
    workspace_id: string
    kind: string
    parent_id: string | null
    title: string
    url: string | null
    file_key: string | null
    file_type: string | null
    size: number | null
    sha256: string | null
    status: string
    reason: string | null
    version: Generated<number>
    progress: Generated<number>
    passages_count: Generated<number>
    created_by: string | null
    created_at: Date
    processed_at: Date | null
  }
  subscriptions: {
    workspace_id: string
    plan: string
    interval: string | null
    status: string
    period_start: Date
    period_end: Date
    cancel_at_period_end: Generated<boolean>
  }
  usage_counters: {
    workspace_id: string
    metric: string
    period_start: Date
    period_end: Date | null
    used: Generated<number>
    hard_limit: number | null
    notice_80_at: Date | null
    notice_100_at: Date | null
  }
  website_domains: {
    id: string
    workspace_id: string
    channel_id: string
    host: string
    created_at: Date
  }
  workspaces: {
    id: string
    name: string
    kind: Generated<string>
    time_zone: Generated<string>
    language: Generated<string>
    bot_status: Generated<string>
    knowledge_version: Generated<number>
    company: string | null
    tax_id: string | null
    address: string | null
    invoice_email: string | null
    created_at: Date
    deleted_at: Date | null
  }
  'realtime.changes': {
    seq: Generated<number>
    xid: Generated<string>
    workspace_id: string | null
    person_id: string | null
    conversation_id: string | null
    table: string
    type: string
    key: Json
    at: Generated<Date>
  }
  'realtime.messages': {
    id: Generated<string>
    topic: string
    extension: string
    event: string | null
    payload: Json | null
    private: Generated<boolean>
    inserted_at: Generated<Date>
    updated_at: Generated<Date>
  }
  'storage.buckets': {
    id: string
    name: string
    owner: string | null
    owner_id: string | null
    public: Generated<boolean>
    type: Generated<string>
    file_size_limit: number | null
    allowed_mime_types: string[] | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  'storage.loose_files': {
    version: string
    due: Generated<Date>
  }
  'storage.objects': {
    id: Generated<string>
    bucket_id: string
    name: string
    owner: string | null
    owner_id: string | null
    version: string | null
    metadata: Json | null
    user_metadata: Json | null
    path_tokens: Generated<string[] | null>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    last_accessed_at: Generated<Date>
  }
}
