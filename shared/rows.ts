// Generated from database/migrations by `npm run rows`. Never edited.
import type { Generated } from 'kysely'
import type { PlanCode } from './words.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface Rows {
  'auth.auth_codes': {
    code_hash: string
    user_id: string
    code_challenge: string
    method: string
    expires_at: Date
    created_at: Date
    provider_tokens: string | null
  }
  'auth.flow_states': {
    state_hash: string
    provider: string
    browser_hash: string
    redirect_to: string
    code_challenge: string | null
    user_id: string | null
    session_id: string | null
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
  'auth.known_browsers': {
    user_id: string
    browser_hash: string
    stepped: Generated<boolean>
    seen_at: Date
  }
  'auth.mfa_challenges': {
    id: string
    factor_id: string
    ip: string
    attempts: Generated<number>
    verified_at: Date | null
    expires_at: Date
    created_at: Date
  }
  'auth.mfa_factors': {
    id: string
    user_id: string
    factor_type: string
    friendly_name: Generated<string>
    status: 'unverified' | 'verified'
    secret: string
    last_step: number | null
    last_challenged_at: Date | null
    created_at: Date
    updated_at: Date
  }
  'auth.mfa_recovery_codes': {
    user_id: string
    code_hash: string
    created_at: Date
  }
  'auth.one_time_tokens': {
    token_hash: string
    user_id: string
    kind: 'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change_current' | 'email_change_new' | 'reauthentication'
    email: string
    code_hash: string
    code_challenge: string | null
    code_challenge_method: string | null
    attempts: Generated<number>
    expires_at: Date
    created_at: Date
  }
  'auth.passkey_challenges': {
    id: string
    purpose: 'registration' | 'authentication'
    challenge: string
    session_id: string | null
    expires_at: Date
  }
  'auth.passkeys': {
    id: string
    user_id: string
    credential_id: string
    public_key: string
    sign_count: Generated<number>
    friendly_name: string
    aaguid: string | null
    transports: Generated<string[]>
    backup_eligible: boolean
    backed_up: boolean
    created_at: Date
    last_used_at: Date | null
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
    aal: Generated<'aal1' | 'aal2'>
    amr: Generated<Json>
    user_agent: string | null
    ip: string | null
    created_at: Date
    refreshed_at: Date | null
    ended_at: Date | null
    factor_id: string | null
    longest_idle_seconds: Generated<number>
    passkey_id: string | null
    only_workspace: string | null
    ends_at: Date | null
  }
  'auth.sign_ups': {
    id: Generated<number>
    user_id: string
    browser_hash: string | null
    code_challenge: string | null
    encrypted_password: string | null
    password_mark: string | null
    user_metadata: Json
    referral: Json | null
    created_at: Date
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
    email_change_agreed: 'current' | 'new' | null
    email_change_session: string | null
    email_change_sent_at: Date | null
    reauthentication_sent_at: Date | null
    raw_user_meta_data: Generated<Json | null>
    raw_app_meta_data: Generated<Json | null>
  }
  'auth.waiting_identities': {
    browser_hash: string
    provider: string
    provider_id: string
    email: string
    identity_data: Json
    expires_at: Date
  }
  'private.account_exports': {
    id: string
    person_id: string
    status: 'preparing' | 'ready' | 'failed'
    size: number | null
    requested_at: Date
    ready_at: Date | null
    expires_at: Date | null
    left_out: Generated<string[]>
  }
  'private.ad_accounts': {
    workspace_id: string
    channel_id: string
    account_id: string
    name: string
    estimate: number | null
    read_at: Date | null
    linked_by: string
    linked_at: Date
  }
  'private.announcements': {
    id: string
    kind: 'system' | 'marketing'
    audience: 'everybody' | 'admins' | 'paying' | 'trying'
    vi: Json
    en: Json
    people: number
    notified_to: string | null
    status: Generated<'sending' | 'done'>
    created_by: string | null
    created_at: Date
    done_at: Date | null
  }
  'private.api_key_hashes': {
    workspace_id: string
    key_id: string
    hash: string
  }
  'private.bank_sightings': {
    provider: string
    external_id: string
    transaction_id: string
  }
  'private.bank_transactions': {
    id: string
    provider: 'sepay' | 'casso' | 'manual'
    external_id: string
    account: string
    direction: 'in' | 'out'
    amount: number
    content: string
    reference: string | null
    booked_at: Date
    booked_date: string
    status: 'matched' | 'unmatched' | 'ignored' | 'returned'
    reason: string | null
    order_id: string | null
    workspace_id: string | null
    attached_by: string | null
    recorded_at: Date
  }
  'private.billing_notices': {
    workspace_id: string
    about: string
    at: Date
  }
  'private.broadcast_recipients': {
    id: string
    workspace_id: string
    broadcast_id: string
    customer_id: string
    contact_id: string | null
    channel_id: string | null
    route: string | null
    state: 'planned' | 'waiting' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'unsure' | 'skipped'
    reason: string | null
    due_at: Date
    message_id: string | null
    cost: Generated<number>
    sent_at: Date | null
    answered_at: Date | null
    refused: Generated<boolean>
    variant: 'a' | 'b' | null
    clicked_at: Date | null
    quota_type: string | null
  }
  'private.campaign_links': {
    id: string
    workspace_id: string
    broadcast_id: string
    written: string
    target: string
  }
  'private.campaign_spending': {
    workspace_id: string
    month: string
    spent: number
  }
  'private.channel_pace': {
    workspace_id: string
    channel_id: string
    failures: Generated<number>
    wait_until: Date | null
    restricted_minutes: Generated<number>
    rate: number | null
    rate_until: Date | null
  }
  'private.closed_links': {
    workspace_id: string
    at: Date
  }
  'private.component_days': {
    component: string
    day: string
    minutes: number
    failed: number
  }
  'private.component_minutes': {
    component: string
    minute: Date
    fault: string | null
  }
  'private.confirmed_lines': {
    workspace_id: string
    source_id: string
    subject: string
    line_hash: string
    confirmed_by: string | null
    confirmed_at: Date
  }
  'private.consent_asks': {
    id: string
    workspace_id: string
    contact_id: string
    conversation_id: string
    message_id: string
    language: 'vi' | 'en'
    version: number
    words: string
    was_closed: boolean
    asked_by: string | null
    at: Date
  }
  'private.consent_ledger_states': {
    workspace_id: string | null
    customer_id: string | null
    channel_id: string | null
    purpose: string | null
    state: string | null
    since: Date | null
  }
  'private.contact_reports': {
    workspace_id: string
    contact_id: string
    what: string
    reported_at: Date
  }
  'private.contact_requests': {
    id: string
    name: Generated<string>
    contact: string
    message: Generated<string>
    language: 'vi' | 'en'
    status: Generated<'open' | 'done'>
    created_at: Date
    done_by: string | null
    done_at: Date | null
  }
  'private.contact_words': {
    contact_id: string
    workspace_id: string
    words: unknown
  }
  'private.crawl_hosts': {
    host: string
    next_at: Date
  }
  'private.crawl_pages': {
    workspace_id: string
    source_id: string
    version: number
    url: string
    position: Generated<number>
    kind: 'robots' | 'sitemap' | 'page'
    depth: number
    hops: Generated<number>
    tries: Generated<number>
    state: 'waiting' | 'read' | 'same' | 'failed' | 'gone' | 'passed'
    page_id: string | null
    reason: string | null
    title: string | null
    text_hash: string | null
    marks: Json | null
    body: string | null
  }
  'private.customer_exports': {
    id: string
    workspace_id: string
    customer_id: string
    status: 'preparing' | 'ready'
    size: number | null
    asked_by: string
    requested_at: Date
    ready_at: Date | null
    expires_at: Date | null
  }
  'private.customer_words': {
    customer_id: string
    workspace_id: string
    words: unknown
  }
  'private.deletions': {
    kind: 'workspace' | 'account'
    id: string
    at: Date
    lifted_at: Date | null
    recorded_at: Date | null
  }
  'private.e_invoices': {
    invoice_id: string
    workspace_id: string
    provider: string
    status: Generated<'requested' | 'issued' | 'failed'>
    symbol: string | null
    number: string | null
    lookup_code: string | null
    lookup_url: string | null
    note: string | null
    requested_by: string | null
    requested_at: Date
    decided_at: Date | null
  }
  'private.early_changes': {
    workspace_id: string
    channel_id: string
    external_id: string
    kind: 'edit' | 'delete' | 'reaction' | 'delivered' | 'read'
    change: Json
    created_at: Date
  }
  'private.ended_plans': {
    workspace_id: string
    ended_at: Date
    warned_at: Date | null
    notified_days_left: number | null
  }
  'private.erasures': {
    workspace_id: string
    customer_id: string
    merged: string[]
    refused: string[]
    at: Date
    recorded_at: Date | null
    counts: Generated<Json>
  }
  'private.events': {
    id: Generated<number>
    name: string
    workspace_id: string | null
    payload: Json
    at: Date
  }
  'private.facebook_deletions': {
    code: string
    pages: number
    done_at: Date
  }
  'private.facebook_grants': {
    workspace_id: string
    channel_id: string
    facebook_person_id: string
    scopes: string[]
    token_since: Date
  }
  'private.facebook_picks': {
    pick_hash: string
    workspace_id: string
    person_id: string
    locked: string
    expires_at: Date
  }
  'private.facebook_starts': {
    state_hash: string
    workspace_id: string
    person_id: string
    expires_at: Date
    browser_hash: string | null
    session_id: string | null
    aal: string | null
  }
  'private.fact_edits': {
    id: string
    workspace_id: string
    source_id: string
    subject: string
    head: string | null
    was: string
    value: string | null
    created_by: string | null
    created_at: Date
  }
  'private.forgotten_marks': {
    workspace_id: string
    mark: string
    refused: string[]
    at: Date
  }
  'private.greeting_hours': {
    workspace_id: string
    greeting_id: string
    hour: Date
    shown: Generated<number>
    opened: Generated<number>
  }
  'private.hook_events': {
    id: Generated<number>
    kind: string
    account_id: string
    external_id: string
    thread: Generated<string>
    raw: string
    status: Generated<'received' | 'done' | 'ignored' | 'failed'>
    reason: string | null
    received_at: Date
    done_at: Date | null
  }
  'private.hook_failures': {
    kind: string
    since: Date
    last_at: Date
    count: number
  }
  'private.hosted_pages': {
    slug: string
    workspace_id: string
    is_present: boolean
    made_at: Date
  }
  'private.idempotency_keys': {
    scope: string
    key: string
    body_hash: string
    status: number | null
    response: Json | null
    at: Date
  }
  'private.identity_secrets': {
    workspace_id: string
    channel_id: string
    turn: number
    turned_at: Date
    old_until: Date | null
  }
  'private.incident_updates': {
    id: string
    incident_id: string
    stage: 'investigating' | 'identified' | 'monitoring' | 'resolved'
    text: Json
    created_at: Date
    notified_to: string | null
    status: 'sending' | 'done'
  }
  'private.incidents': {
    id: string
    components: string[]
    impact: 'degraded' | 'down' | 'maintenance'
    title: Json
    opened_at: Date
    closed_at: Date | null
  }
  'private.invitations': {
    token_hash: string
    workspace_id: string
    member_id: string
    invited_by: string | null
    created_at: Date
    expires_at: Date
  }
  'private.invoice_counters': {
    series: string
    last: number
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
  'private.lasting_keys': {
    purpose: string
    locked: string
    created_at: Date
  }
  'private.ledger_accounts': {
    id: Generated<number>
    owner_id: string | null
    kind: 'user_pending' | 'user_available' | 'user_withdrawing' | 'clawback_receivable' | 'commission_expense' | 'payout_clearing' | 'order_held' | 'user_credit' | 'bank_clearing' | 'stripe_clearing' | 'payoneer_clearing' | 'unmatched' | 'sales' | 'plan_discount'
    currency: 'VND' | 'USD'
    balance: Generated<number>
    allow_negative: Generated<boolean>
  }
  'private.ledger_entries': {
    id: Generated<number>
    transaction_id: number
    account_id: number
    amount: number
  }
  'private.ledger_transactions': {
    id: Generated<number>
    kind: string
    idempotency_key: string
    reverses: number | null
    meta: Generated<Json>
    created_at: Date
  }
  'private.link_codes': {
    code: string
    workspace_id: string
    link_id: string
    recipient_id: string
    made_at: Date
    clicked_at: Date | null
  }
  'private.member_visits': {
    workspace_id: string
    person_id: string
    visited_at: Date
    away_since: Date | null
    back_at: Date | null
  }
  'private.message_campaigns': {
    workspace_id: string
    broadcast_id: string | null
    channel_id: string
    external_id: string | null
    ready_at: Date | null
    sequence_id: string | null
    origin_id: Generated<string>
    refused_at: Date | null
  }
  'private.message_packs': {
    order_id: string
    workspace_id: string
    size: number
    remaining: number
    bought_at: Date
    expires_at: Date
    ended_at: Date | null
  }
  'private.message_words': {
    message_id: string
    workspace_id: string
    conversation_id: string
    words: unknown
  }
  'private.migrations': {
    name: string
    checksum: string
    applied_at: Generated<Date>
  }
  'private.model_choices': {
    workspace_id: string
    kind: 'embedded' | 'openai-compatible' | 'anthropic' | 'gemini'
    base_url: Generated<string>
    model: Generated<string>
    key_end: string | null
    updated_at: Date
    purpose: Generated<'reply' | 'search'>
  }
  'private.model_replies': {
    workspace_id: string
    key: string
    reply: Json
    created_at: Date
  }
  'private.model_tokens': {
    workspace_id: string
    who: string
    period: Date
    tokens: number
  }
  'private.notification_email_codes': {
    person_id: string
    email: string
    code_hash: string
    tries: Generated<number>
    expires_at: Date
  }
  'private.open_resolutions': {
    workspace_id: string
    answer_id: string
    conversation_id: string
    channel_id: string
    answered_at: Date
  }
  'private.operator_links': {
    token_hash: string
    expires_at: Date
    used_at: Date | null
  }
  'private.page_marks': {
    workspace_id: string
    source_id: string
    etag: string | null
    last_modified: string | null
    text_hash: string
    links: Generated<Json>
  }
  'private.page_views': {
    day: string
    path: string
    views: Generated<number>
  }
  'private.paid_replies': {
    workspace_id: string
    channel_id: string
    max_month: number
    changed_by: string
    changed_at: Date
    released_in: string | null
  }
  'private.paid_reply_months': {
    workspace_id: string
    channel_id: string
    month: string
    spent: number
    notified: Generated<number>
  }
  'private.passage_vectors': {
    workspace_id: string
    model: string
    text_hash: string
    vector: Uint8Array
    created_at: Date
  }
  'private.payer_marks': {
    workspace_id: string
    kind: string
    mark: string
    seen_at: Date
  }
  'private.payment_attempts': {
    order_id: string
    attempt: Generated<number>
    started_at: Date
  }
  'private.payment_disputes': {
    method: 'stripe' | 'payoneer'
    reference: string
    order_id: string
    workspace_id: string
    amount: number
    currency: 'VND' | 'USD'
    status: string
    opened_at: Date
    closed_at: Date | null
  }
  'private.payment_inbox': {
    id: string
    provider: string
    external_id: string
    headers: Json
    raw: string
    status: Generated<'received' | 'done' | 'ignored'>
    note: string | null
    received_at: Date
    done_at: Date | null
  }
  'private.payment_proofs': {
    id: string
    order_id: string
    workspace_id: string
    file_id: string
    file_name: string
    sha256: string
    reference: string | null
    status: Generated<'submitted' | 'approved' | 'rejected' | 'closed'>
    reason: string | null
    reviewer: string | null
    created_by: string | null
    created_at: Date
    decided_at: Date | null
  }
  'private.payments': {
    id: string
    order_id: string
    workspace_id: string
    method: 'bank' | 'stripe' | 'payoneer'
    reference: string
    amount: number
    currency: string
    went_to: 'order' | 'credit'
    paid_at: Date
    recorded_at: Date
  }
  'private.payoneer_tokens': {
    token_hash: string
    order_id: string
    created_at: Date
  }
  'private.payout_accounts': {
    workspace_id: string
    currency: 'VND' | 'USD'
    kind: 'bank' | 'payoneer'
    bank: string | null
    ending: string
    holder: string
    mark: string
    saved_at: Date
    replaced_at: Date | null
  }
  'private.push_keys': {
    single: Generated<boolean>
    public_key: string
    locked: string
    created_at: Date
  }
  'private.push_services': {
    host: string
    failures: number
    wait_until: Date
  }
  'private.rate_buckets': {
    who: string
    full_at: Date
    tries: Generated<number>
  }
  'private.recognised_lines': {
    workspace_id: string
    source_id: string
    reading: number
    position: number
    page: number
    kind: 'heading' | 'text' | 'head' | 'row'
    table_number: number | null
    cells: Json
    box: Json
    cell_boxes: Json
    confidence: number
    needs_review: boolean
    state: Generated<'open' | 'right' | 'changed' | 'dropped'>
    said: Json | null
    decided_by: string | null
    decided_at: Date | null
  }
  'private.recognised_pages': {
    workspace_id: string
    source_id: string
    reading: number
    page: number
    width: number
    height: number
    file_key: string | null
    picture: Uint8Array | null
  }
  'private.referral_devices': {
    workspace_id: string
    device: string
    peer: string
    seen_at: Date
  }
  'private.referral_holds': {
    referral_id: string
    reason: 'disposable' | 'phone' | 'tax_id' | 'bank_account' | 'card' | 'device' | 'address' | 'team' | 'many' | 'history'
    found_at: Date
    cleared_at: Date | null
    cleared_by: string | null
  }
  'private.referral_sign_ups': {
    person_id: string
    code: string
    peer: string
    device: string | null
    at: Date
  }
  'private.refused_payments': {
    id: string
    method: 'bank' | 'stripe' | 'payoneer'
    reference: string
    order_id: string
    workspace_id: string
    amount: number
    currency: string
    subscription: string | null
    reported_at: Date
    returned_at: Date | null
    returned_by: string | null
    note: string | null
  }
  'private.replacements': {
    workspace_id: string
    source_id: string
    version: number
    file_key: string
    file_type: string
    title: string
    size: number
    sha256: string
  }
  'private.request_proofs': {
    workspace_id: string
    request_id: string
    language: 'vi' | 'en'
    pdf: Uint8Array
    made_at: Date
  }
  'private.returned_parts': {
    order_id: string
    workspace_id: string
    reference: string
    reported_at: Date
    settled_at: Date | null
    settled_by: string | null
  }
  'private.secrets': {
    workspace_id: string
    owner: string
    name: string
    locked: string
    updated_at: Date
  }
  'private.send_marks': {
    ref: string
    workspace_id: string
    customer_id: string
    purpose: 'promotion' | 'care' | 'service' | 'ask'
    at: Date
    contact_id: string | null
  }
  'private.sending_counts': {
    id: string
    count: number
    mark: string
    counted_at: Date
    stopped: Generated<boolean>
  }
  'private.sent_pictures': {
    workspace_id: string
    channel_id: string
    file: string
    external_id: string
    at: Date
  }
  'private.sequence_runs': {
    id: string
    workspace_id: string
    sequence_id: string
    version: number
    customer_id: string
    step: string | null
    since: Date | null
    reason: string | null
    next_at: Date | null
    entered_at: Date
    entered_by: 'hand' | 'first_message' | 'tagged' | 'no_reply' | 'detail' | 'followed' | 'order.placed' | 'appointment.made' | 'button'
    path: Generated<Json>
    send_ref: string | null
    message_id: string | null
    contact_id: string | null
    cost: Generated<number>
    sent_at: Date | null
    ended_at: Date | null
    ended_why: string | null
  }
  'private.sequence_spending': {
    workspace_id: string
    sequence_id: string
    month: string
    spent: number
  }
  'private.source_spans': {
    workspace_id: string
    source_id: string
    version: number
    parent_id: string | null
    kind: string
    title: string
    title_folded: string | null
    answer: string | null
    url: string | null
    file_key: string | null
    file_type: string | null
    size: number | null
    sha256: string | null
    passages_count: number
    live_from: number
    live_until: number | null
  }
  'private.source_texts': {
    workspace_id: string
    source_id: string
    version: number
    text: string
    pages: Generated<Json>
  }
  'private.sso_domains': {
    id: string
    workspace_id: string
    domain: string
    proof: string
    proven_at: Date | null
    checked_at: Date | null
    missing_since: Date | null
    created_at: Date
  }
  'private.sso_flows': {
    state_hash: string
    workspace_id: string
    version: number
    browser_hash: string
    tester_id: string | null
    session_id: string | null
    aal: string | null
    expires_at: Date
  }
  'private.sso_people': {
    workspace_id: string
    subject: string
    person_id: string
    since: Date
  }
  'private.starters': {
    workspace_id: string
    vi: string[]
    en: string[]
  }
  'private.statistics_backlog': {
    workspace_id: string
    before: Date
    cursor: Generated<string>
  }
  'private.statistics_hourly': {
    workspace_id: string
    hour: Date
    channel_id: string
    part: number
    received: Generated<number>
    positive: Generated<number>
    neutral: Generated<number>
    negative: Generated<number>
    opened: Generated<number>
    answered: Generated<number>
    replied: Generated<number>
    handed_over: Generated<number>
    settled: Generated<number>
    resolved: Generated<number>
    response_ms: Generated<number>
    responses: Generated<number>
    response_spread: Generated<unknown>
  }
  'private.stripe_customers': {
    workspace_id: string
    customer: string
    created_at: Date
  }
  'private.subscriptions': {
    workspace_id: string
    contact_id: string
    channel_id: string
    token: string | null
    status: 'live' | 'stopped' | 'expired' | 'region'
    expires_at: Date | null
    next_at: Date | null
    reported_at: Date
  }
  'private.tax_rates': {
    valid_from: string
    valid_to: string | null
    bp: number
  }
  'private.test_codes': {
    workspace_id: string
    person_id: string
    code: string
    until: Date
  }
  'private.test_contacts': {
    workspace_id: string
    contact_id: string
    person_id: string
    message_id: string
    at: Date
  }
  'private.timers': {
    name: string
    next_run_at: Date
  }
  'private.trials_taken': {
    mark: string
    taken_at: Date
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
    locale: 'vi' | 'en'
    created_at: Date
    expires_at: Date
  }
  'private.wording_spans': {
    workspace_id: string
    id: string
    source_id: string
    text_hash: string
    question: string
    folded: string
    live_from: number
    live_until: number | null
  }
  'private.zalo_consents': {
    state_hash: string
    workspace_id: string
    person_id: string
    channel_id: string | null
    verifier: string | null
    expires_at: Date
    browser_hash: string | null
    session_id: string | null
    aal: string | null
  }
  'private.zalo_renewals': {
    workspace_id: string
    channel_id: string
    renewal_id: string | null
    lease_until: Date | null
  }
  access_rules: {
    workspace_id: string
    second_step: Generated<boolean>
    max_session_hours: number | null
    max_idle_hours: number | null
    addresses: Generated<string[]>
    changed_at: Date
  }
  answer_corrections: {
    id: string
    workspace_id: string
    answer_id: string | null
    kind: 'pair' | 'passage'
    question: string
    answer: string | null
    source_id: string
    passage_id: string | null
    before: Generated<Json>
    created_by: string | null
    created_at: Date
    undone_at: Date | null
  }
  answers: {
    id: string
    workspace_id: string
    conversation_id: string | null
    up_to_seq: number | null
    message_ids: Generated<string[]>
    reply_id: string | null
    act: 'answer' | 'clarify' | 'abstain' | 'handoff' | 'smalltalk' | 'contact' | 'refuse'
    silent_reason: string | null
    text: string
    language: 'vi' | 'en'
    citations: Generated<Json>
    confidence: number
    path: 'embedded' | 'provider'
    trace: Generated<Json>
    ms: number
    created_at: Date
    visitor_rating: 'good' | 'bad' | null
  }
  api_keys: {
    id: string
    workspace_id: string
    name: string
    scope: 'reply' | 'admin'
    last_four: string
    created_by: string | null
    created_at: Date
    used_at: Date | null
    revoked_at: Date | null
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
    tone: Generated<'formal' | 'warm' | 'brief'>
    language_policy: Generated<'customer' | 'vi' | 'en'>
    greeting_en: string | null
    fallback_en: string | null
    hand_over_words: Generated<string[]>
    hand_over_unsure: Generated<boolean>
    never_say: Generated<string[]>
    never_say_act: Generated<'handoff' | 'refuse'>
    hours: Json | null
    outside_hours: Generated<'answer' | 'wait'>
    synonyms: Generated<Json>
    patience_seconds: Generated<number>
    introduces: Generated<boolean>
    avatar: string | null
    widget_colour: string | null
    widget_side: Generated<'left' | 'right'>
    widget_on_phones: Generated<boolean>
    widget_starters: string[] | null
    shows_sources: Generated<boolean>
  }
  breaches: {
    id: string
    workspace_id: string
    what: string
    noticed_at: Date
    steps: Generated<Json>
    recorded_by: string
    created_at: Date
  }
  broadcasts: {
    id: string
    workspace_id: string
    name: string
    audience: Generated<Json>
    purpose: Generated<'promotion' | 'care' | 'service' | 'ask'>
    routes: string[]
    content: Generated<Json>
    on_reply: Generated<'bot' | 'team'>
    status: Generated<'draft' | 'scheduled' | 'planning' | 'running' | 'paused' | 'done' | 'cancelled'>
    reason: string | null
    start_at: Date | null
    deadline: Date | null
    max_each: number | null
    max_cost: number | null
    spent: Generated<number>
    counters: Generated<Json>
    counted_at: Date | null
    preview: Json | null
    preview_id: string | null
    preview_at: Date | null
    planned_to: string | null
    planned_at: Date | null
    created_by: string | null
    created_at: Date
    changed_at: Date
    started_by: string | null
    started_at: Date | null
    done_at: Date | null
    ab_at: Date | null
    ab_choice: 'a' | 'b' | null
    ab_sure: boolean | null
    zalo_paid: boolean | null
  }
  campaign_rules: {
    workspace_id: string
    from_time: string
    until_time: string
    promotion_per_day: number
    promotion_per_month: number
    care_per_day: number
    label: boolean
    sender: string | null
    ask_when: 'never' | 'closed'
    changed_by: string | null
    changed_at: Date
    money_per_month: number | null
    ask_in_chat: Generated<boolean>
  }
  canned_replies: {
    id: string
    workspace_id: string
    title: string
    shortcut: string
    shortcut_folded: string
    text: string
    language: 'vi' | 'en' | null
    version: Generated<number>
    changed_by: string | null
    changed_at: Date
    created_at: Date
  }
  channel_limits: {
    workspace_id: string
    channel_id: string
    requests_per_minute: number | null
    source: 'header' | 'plan'
    read_at: Date
    plan: string | null
    plan_until: string | null
    verified: boolean | null
    templates_why: 'permission' | 'plan' | 'passing' | null
    templates_detail: string | null
    account_read_at: Date | null
    replies_left: number | null
    replies_total: number | null
    replies_read_at: Date | null
  }
  channels: {
    id: string
    workspace_id: string
    kind: 'facebook' | 'zalo' | 'website'
    account_id: string
    name: string
    status: 'connecting' | 'connected' | 'paused' | 'needs_reconnect' | 'disconnected'
    status_reason: string | null
    health: Generated<Json>
    last_in_at: Date | null
    last_out_at: Date | null
    created_at: Date
    hosted: Generated<boolean>
    place: string | null
  }
  commissions: {
    id: string
    workspace_id: string
    referral_id: string
    order_id: string
    kind: 'first' | 'renewal'
    base: number
    share_bp: number
    amount: number
    currency: 'VND' | 'USD'
    status: 'pending' | 'available' | 'held' | 'reversed'
    turns: Generated<number>
    earned_at: Date
    matures_at: Date
    changed_at: Date
    reason: 'refund' | 'dispute' | 'refused' | null
    version: Generated<number>
  }
  consent_states: {
    workspace_id: string
    customer_id: string
    channel_id: string
    purpose: 'promotion' | 'care' | 'service'
    state: 'asked' | 'given' | 'refused' | 'withdrawn'
    since: Date
  }
  consent_texts: {
    workspace_id: string
    purpose: 'promotion' | 'care'
    language: 'vi' | 'en'
    version: number
    words: string
    max_messages: number
    in_days: number
    made_by: string
    created_at: Date
  }
  consents: {
    id: string
    workspace_id: string
    customer_id: string
    channel_id: string
    purpose: 'promotion' | 'care' | 'service'
    act: 'asked' | 'given' | 'refused' | 'withdrawn' | 'imported' | 'platform'
    how: 'message' | 'platform' | 'joined' | 'recorded' | 'remembered' | 'imported' | 'form' | 'claim'
    words: string | null
    message_id: string | null
    event: string
    at: Date
    recorded_by: string | null
    proof: string | null
    version: number | null
  }
  contact_details: {
    id: string
    workspace_id: string
    contact_id: string | null
    conversation_id: string | null
    message_id: string | null
    kind: 'phone' | 'landline' | 'email' | 'address' | 'bank' | 'id' | 'card'
    value: string
    created_at: Date
    added_by: string | null
    customer_id: string | null
  }
  contacts: {
    id: string
    workspace_id: string
    channel_id: string
    external_id: string
    name: Generated<string>
    avatar: string | null
    language: 'vi' | 'en' | null
    verified: Generated<boolean>
    fields: Generated<Json>
    last_seen_at: Date | null
    opted_out_at: Date | null
    created_at: Date
    last_interaction_at: Date | null
    unreachable_count: Generated<number>
    unreachable_at: Date | null
    profile_at: Date | null
    ad_entry_at: Date | null
    version: Generated<number>
    edited_at: Date | null
    edited_by: string | null
    customer_id: string | null
  }
  conversation_reads: {
    workspace_id: string
    conversation_id: string
    person_id: string
    read_at: Date
    inbound_count: Generated<number>
    marked_at: Generated<Date>
  }
  conversation_tags: {
    workspace_id: string
    conversation_id: string
    tag_id: string
    tagged_by: string | null
    created_at: Date
  }
  conversations: {
    id: string
    workspace_id: string
    channel_id: string
    contact_id: string
    source: 'facebook' | 'zalo' | 'website'
    status: Generated<'open' | 'snoozed' | 'closed'>
    snoozed_until: Date | null
    bot_status: Generated<'on' | 'off'>
    bot_off_by: 'member' | 'echo' | 'hand_over' | 'standby' | null
    bot_off_until: Date | null
    bot_held_until: Date | null
    contact_typing_at: Date | null
    waiting_since: Date | null
    assignee_id: string | null
    last_seq: Generated<number>
    last_message_at: Date
    last_inbound_at: Date | null
    preview: Generated<string>
    preview_author: Generated<'contact' | 'bot' | 'member' | 'system'>
    contact_name: Generated<string>
    sentiment: 'positive' | 'neutral' | 'negative' | null
    language: 'vi' | 'en' | null
    created_at: Date
    last_interaction_at: Date | null
    delivered_up_to: Date | null
    read_up_to: Date | null
    patience_for: Date | null
    tag_ids: Generated<string[]>
    inbound_count: Generated<number>
    lane: Generated<string | null>
    customer_said: Generated<string>
    bot_replied_at: Date | null
  }
  customer_fields: {
    id: string
    workspace_id: string
    name: string
    name_folded: string
    kind: 'text' | 'number' | 'date' | 'choice' | 'yes_no'
    choices: Generated<string[]>
    created_at: Date
  }
  customer_merges: {
    id: string
    workspace_id: string
    customer_id: string
    merged_id: string
    contact_ids: string[]
    tag_ids: string[]
    before: Json
    merged_by: string
    merged_at: Date
    undone_by: string | null
    undone_at: Date | null
  }
  customer_tags: {
    workspace_id: string
    customer_id: string
    tag_id: string
    tagged_by: string | null
    created_at: Date
  }
  customers: {
    id: string
    workspace_id: string
    created_at: Date
    restricted_at: Date | null
    erased_at: Date | null
    name: Generated<string>
    language: 'vi' | 'en' | null
    fields: Generated<Json>
    last_seen_at: Date | null
    merged_into: string | null
    version: Generated<number>
    edited_by: string | null
    edited_at: Date | null
    import_id: string | null
  }
  data_requests: {
    id: string
    workspace_id: string
    customer_id: string | null
    kind: 'access' | 'correct' | 'erase' | 'withdraw' | 'restrict' | 'object'
    who: string
    note: string
    came_on: string
    answer_by: string
    due_on: string
    answered_at: Date | null
    done_at: Date | null
    outcome: 'done' | 'refused' | null
    why: string | null
    recorded_by: string | null
    settled_by: string | null
    answer_notified_at: Date | null
    due_notified_at: Date | null
    created_at: Date
    source: Generated<'member' | 'website' | 'facebook' | 'zalo'>
    conversation_id: string | null
    message_id: string | null
    masked_who: Generated<string>
    again_message_id: string | null
    proof: Json | null
    lifted_at: Date | null
    lifted_by: string | null
    lifted_why: string | null
  }
  dead_letters: {
    id: string
    workspace_id: string | null
    kind: string
    ref: string
    payload: Generated<Json>
    reason: string
    attempts: number
    status: Generated<'open' | 'replayed' | 'dropped'>
    created_at: Date
  }
  ended_sessions: {
    id: string
    workspace_id: string
    person_id: string
    session_id: string | null
    ended_at: Date
  }
  greetings: {
    id: string
    workspace_id: string
    name: string
    enabled: boolean
    path: string
    after_seconds: number | null
    after_scroll: number | null
    who: 'all' | 'new' | 'returning'
    from_time: string | null
    until_time: string | null
    once: 'session' | 'day' | 'ever'
    text_vi: string | null
    text_en: string | null
    created_at: Date
    changed_at: Date
  }
  imports: {
    id: string
    workspace_id: string
    file_name: string
    status: 'read' | 'checking' | 'checked' | 'importing' | 'done' | 'undoing' | 'undone' | 'failed'
    reason: string | null
    columns: string[]
    has_names: boolean
    map: string[]
    consent: Json | null
    row_count: number
    done_rows: Generated<number>
    report: Generated<Json>
    made_by: string
    created_at: Date
    done_at: Date | null
    undo_until: Date | null
  }
  intents: {
    id: string
    workspace_id: string
    conversation_id: string
    contact_id: string
    message_id: string
    seq: number
    last_message_id: string
    kind: 'booking' | 'order' | 'callback'
    state: Generated<'open' | 'confirmed' | 'changed' | 'declined' | 'expired'>
    what: string | null
    said_when: string | null
    how_many: string | null
    customer_name: string | null
    phone: string | null
    address: string | null
    acknowledged_at: Date | null
    asked_at: Date | null
    reply_id: string | null
    settled_by: string | null
    settled_at: Date | null
    created_at: Date
  }
  invoices: {
    id: string
    workspace_id: string
    number: string
    kind: 'invoice' | 'credit_note' | 'debit_note'
    order_id: string
    refund_id: string | null
    corrects: string | null
    seller: Json
    buyer: Json
    lines: Json
    currency: 'VND' | 'USD'
    method: string
    net: number
    tax_bp: number
    tax: number
    total: number
    language: 'vi' | 'en'
    issued_at: Date
    file_id: string | null
    einvoice: Generated<Json>
    turn: Generated<number>
  }
  knowledge_versions: {
    workspace_id: string
    version: number
    made_at: Date
    made_by: string | null
    what: Generated<Json>
    sources: Generated<number>
    wordings: Generated<number>
    restored: number | null
    erased: Generated<boolean>
  }
  members: {
    id: string
    workspace_id: string
    person_id: string | null
    email: string
    name: Generated<string>
    role: 'admin' | 'member'
    status: 'pending' | 'active'
    invited_at: Date | null
    joined_at: Date | null
  }
  messages: {
    id: string
    workspace_id: string
    conversation_id: string
    channel_id: string
    seq: number
    direction: 'in' | 'out'
    author: 'contact' | 'bot' | 'member' | 'system'
    member_id: string | null
    answer_id: string | null
    client_id: string | null
    external_id: string | null
    text: string
    attachments: Generated<Json>
    status: 'stored' | 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'unsure' | 'held' | 'failed'
    error_code: string | null
    held_reason: string | null
    may_repeat: Generated<boolean>
    provider_time: Date | null
    edited_at: Date | null
    deleted_at: Date | null
    created_at: Date
    reply_to: string | null
    reaction: string | null
    payload: string | null
    written_in_app: Generated<boolean>
    may_cost: Generated<boolean>
    by_hand: Generated<boolean>
    sent_at: Date | null
    sends: Generated<number>
    attempt_id: string | null
    tries: Generated<number>
    check_at: Date | null
    edits: Generated<number>
    choices: Generated<Json>
    reacted_at: Date | null
    purpose: 'promotion' | 'care' | 'service' | 'ask' | null
    route: string | null
    origin: 'broadcast' | 'test' | 'ask' | 'sequence' | null
    origin_id: string | null
    send_before: Date | null
    cost: number | null
    cost_basis: 'exact' | 'listed' | 'estimate' | null
    quota_type: string | null
    template: Json | null
    buttons: Generated<Json>
  }
  notes: {
    id: string
    workspace_id: string
    conversation_id: string
    author_id: string
    text: string
    mentions: Generated<string[]>
    created_at: Date
    version: Generated<number>
    edited_at: Date | null
    edited_by: string | null
  }
  notification_settings: {
    person_id: string
    kind: 'person_wanted' | 'intent' | 'conversation_assigned' | 'contact_detail' | 'channel_lost' | 'training' | 'training_waiting' | 'campaign' | 'usage' | 'payment' | 'system' | 'incident' | 'marketing'
    in_app: boolean
    email: boolean
    updated_at: Date
    push: boolean | null
  }
  notifications: {
    id: string
    person_id: string
    workspace_id: string | null
    kind: 'person_wanted' | 'intent' | 'conversation_assigned' | 'contact_detail' | 'channel_lost' | 'training' | 'training_waiting' | 'campaign' | 'usage' | 'payment' | 'system' | 'incident' | 'marketing'
    matter: string
    data: Generated<Json>
    in_app: boolean
    mail: 'none' | 'waiting' | 'sent'
    mailed_at: Date | null
    read_at: Date | null
    created_at: Date
  }
  offers: {
    id: string
    workspace_id: string
    plan: PlanCode
    note: Generated<string>
    valid_until: Date | null
    holds_from: Date | null
    made_at: Date
    accepted_at: Date | null
    ended_at: Date | null
  }
  orders: {
    id: string
    workspace_id: string
    kind: 'first' | 'renewal' | 'upgrade' | 'extra'
    plan: PlanCode
    interval: 'month' | 'year'
    price_id: string
    method: 'bank' | 'stripe' | 'payoneer'
    currency: 'VND' | 'USD'
    list_amount: number
    discount: Generated<number>
    unused_value: Generated<number>
    amount: number
    tax_bp: number
    credit_used: Generated<number>
    received: Generated<number>
    status: Generated<'processing' | 'success' | 'failed'>
    status_detail: Generated<'created' | 'waiting' | 'partial' | 'proof_review' | 'unpaid' | 'paid' | 'expired' | 'cancelled' | 'declined' | 'other_currency'>
    memo_code: string
    period_start: Date
    period_end: Date
    from_plan: PlanCode | null
    from_interval: string | null
    from_until: Date | null
    provider_ref: string | null
    pay_url: string | null
    terms_version: string
    created_by: string | null
    created_at: Date
    expires_at: Date
    settled_at: Date | null
    failed_at: Date | null
    packs: number | null
    ended_at: Date | null
    credited: Generated<number>
  }
  passage_questions: {
    id: string
    workspace_id: string
    source_id: string
    text_hash: string
    question: string
    folded: string
    created_by: string | null
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
    text_hash: string | null
  }
  people: {
    id: string
    email: string
    email_verified: Generated<boolean>
    full_name: Generated<string>
    phone: string | null
    notification_email: string | null
    notification_email_verified: Generated<boolean>
    language: Generated<'vi' | 'en'>
    is_operator: Generated<boolean>
    status: Generated<'active' | 'locked'>
    joined_at: Date
    last_login_at: Date | null
  }
  plans: {
    code: PlanCode
    position: number
    messages: number | null
    connections: number | null
    documents: number | null
    members: number | null
    crawl_pages: number
    trial_days: number | null
    imported_customers: number | null
    campaigns: number | null
    active_sequences: number | null
    workspace_id: string | null
    name: string | null
  }
  prices: {
    id: string
    plan: PlanCode
    interval: 'month' | 'year' | 'once'
    currency: 'VND' | 'USD'
    amount: number
    valid_from: Date
    announced_at: Date | null
  }
  push_subscriptions: {
    id: string
    person_id: string
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    device: string
    refused: Generated<number>
    notified_at: Date | null
    seen_at: Date
    created_at: Date
  }
  referral_codes: {
    workspace_id: string
    code: string
    created_at: Date
  }
  referral_summary: {
    workspace_id: string | null
    code: string | null
    sign_ups: number | null
    paying: number | null
    currency: string | null
    earned: number | null
    pending: number | null
    available: number | null
    withdrawing: number | null
    paid: number | null
    spent: number | null
    owed: number | null
  }
  referrals: {
    id: string
    workspace_id: string
    referred_id: string
    status: 'active' | 'refused'
    signed_up_at: Date
    first_order_id: string | null
    first_paid_at: Date | null
  }
  refunds: {
    id: string
    workspace_id: string
    order_id: string
    amount: number
    currency: 'VND' | 'USD'
    path: 'auto' | 'review'
    status: 'requested' | 'approved' | 'rejected' | 'sent' | 'succeeded' | 'failed'
    reason: Generated<string>
    note: string | null
    usage_ratio: number
    requested_by: string | null
    requested_at: Date
    decided_by: string | null
    decided_at: Date | null
    due_by: Date | null
    sent_at: Date | null
    done_at: Date | null
    provider_ref: string | null
    payment_id: string | null
    part: Generated<boolean>
    turns: Generated<number>
    by_hand: Generated<boolean>
    goes_with: string | null
    from_credit: Generated<number>
  }
  regression_cases: {
    id: string
    workspace_id: string
    question: string
    expected: Generated<string[]>
    source_id: string | null
    made_from: 'owner' | 'correction' | 'liked'
    ref_id: string | null
    last_right: boolean | null
    last_act: string | null
    last_reply: string | null
    created_by: string | null
    created_at: Date
    act: Generated<'answer' | 'clarify' | 'abstain' | 'handoff' | 'smalltalk' | 'contact' | 'refuse'>
    last_confidence: number | null
    updated_at: Date | null
  }
  regression_runs: {
    id: string
    workspace_id: string
    knowledge_version: number
    total: number
    better: number
    worse: number
    changed: number
    details: Json
    finished_at: Date
  }
  retention_rules: {
    workspace_id: string
    conversation_months: number | null
    customer_months: number | null
    request_months: number | null
    changed_at: Date
    file_months: number | null
  }
  segments: {
    id: string
    workspace_id: string
    name: string
    name_folded: string
    definition: Json
    count: number | null
    counted_at: Date | null
    created_by: string | null
    created_at: Date
  }
  sequence_versions: {
    workspace_id: string
    sequence_id: string
    version: number
    plan: Json
    serves_only: boolean
    published_by: string | null
    published_at: Date
  }
  sequences: {
    id: string
    workspace_id: string
    name: string
    status: Generated<'draft' | 'active' | 'paused' | 'ended'>
    reason: string | null
    draft: Json
    version: Generated<number>
    trigger: Json | null
    created_by: string | null
    created_at: Date
    changed_at: Date
    published_at: Date | null
    ended_at: Date | null
    max_month: number | null
  }
  source_checks: {
    workspace_id: string
    source_id: string
    version: number
    id: string
    knowledge_version: number
    asked: Generated<number>
    total: number
    better: Generated<number>
    worse: Generated<number>
    changed: Generated<number>
    details: Generated<Json>
    ms: number | null
    started_at: Date
    finished_at: Date | null
  }
  source_overlaps: {
    workspace_id: string
    passage_id: string
    other_passage_id: string
    source_id: string
    other_source_id: string
    kind: 'same' | 'near' | 'differs'
  }
  sources: {
    id: string
    workspace_id: string
    kind: 'file' | 'link' | 'pair'
    parent_id: string | null
    title: string
    url: string | null
    file_key: string | null
    file_type: 'pdf' | 'docx' | 'txt' | 'jpg' | 'png' | 'webp' | null
    size: number | null
    sha256: string | null
    status: 'processing' | 'waiting' | 'processed' | 'failed' | 'removed'
    reason: string | null
    version: Generated<number>
    progress: Generated<number>
    passages_count: Generated<number>
    created_by: string | null
    created_at: Date
    processed_at: Date | null
    answer: string | null
    title_folded: string | null
    link_mode: 'page' | 'sitemap' | 'site' | null
    link_depth: number | null
    link_limit: number | null
    pages_found: Generated<number>
    pages_read: Generated<number>
    pages_failed: Generated<number>
    resync_days: number | null
    resync_at: Date | null
    synced_at: Date | null
    live_version: number | null
    changed_by: string | null
    reading: number | null
    lines_open: Generated<number>
    lines_count: Generated<number>
  }
  sso_connections: {
    workspace_id: string
    id: string
    issuer: string
    client_id: string
    version: Generated<number>
    enabled: Generated<boolean>
    required: Generated<boolean>
    joins: Generated<boolean>
    session_hours: Generated<number>
    trial: Json | null
    trial_version: number | null
    changed_at: Date
  }
  subscriptions: {
    workspace_id: string
    plan: PlanCode
    interval: 'month' | 'year' | null
    status: 'trialing' | 'expired' | 'active' | 'past_due' | 'ended'
    period_start: Date
    period_end: Date
    cancel_at_period_end: Generated<boolean>
    price_id: string | null
    currency: 'VND' | 'USD' | null
    method: 'bank' | 'stripe' | 'payoneer' | null
    paid_until: Date | null
    pending_plan: PlanCode | null
    pending_interval: 'month' | 'year' | null
    grace_until: Date | null
    first_discount_bp: Generated<number>
    provider_customer: string | null
    provider_subscription: string | null
    next_terms: PlanCode | null
    next_terms_from: Date | null
  }
  tags: {
    id: string
    workspace_id: string
    name: string
    name_folded: string
    colour: 'leaf' | 'petal' | 'stamen' | 'water' | 'lacquer' | 'violet' | 'ink'
    created_at: Date
  }
  templates: {
    id: string
    workspace_id: string
    channel_id: string
    external_id: string
    name: string
    language: string | null
    state: 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled' | 'gone'
    reason: string | null
    tag: 'transaction' | 'care' | 'promotion' | null
    body: string | null
    params: Generated<Json>
    preview_url: string | null
    quality: string | null
    price_uid: number | null
    price_phone: number | null
    daily_quota: number | null
    quota_left: number | null
    quota_from: Date | null
    described_at: Date | null
    read_at: Date
  }
  unanswered_asks: {
    id: string
    workspace_id: string
    question_id: string
    answer_id: string
    conversation_id: string
    text: string
    asked_at: Date
  }
  unanswered_questions: {
    id: string
    workspace_id: string
    question: string
    terms: string[]
    question_type: string
    status: 'open' | 'done' | 'ignored'
    asked_count: number
    first_asked_at: Date
    last_asked_at: Date
    correction_id: string | null
    settled_by: string | null
    settled_at: Date | null
  }
  usage_counters: {
    workspace_id: string
    metric: 'messages' | 'campaigns' | 'connections' | 'documents' | 'members'
    period_start: Date
    period_end: Date | null
    used: Generated<number>
    hard_limit: number | null
    notice_80_at: Date | null
    notice_100_at: Date | null
    extra: Generated<number>
    extra_spent: number | null
  }
  website_domains: {
    id: string
    workspace_id: string
    channel_id: string
    host: string
    created_at: Date
  }
  withdrawals: {
    id: string
    workspace_id: string
    amount: number
    currency: 'VND' | 'USD'
    method: 'bank' | 'payoneer'
    bank: string | null
    ending: string
    status: 'requested' | 'approved' | 'sent' | 'paid' | 'rejected' | 'cancelled' | 'failed'
    requested_by: string | null
    requested_at: Date
    first_approved_by: string | null
    first_approved_at: Date | null
    approved_by: string | null
    approved_at: Date | null
    sent_at: Date | null
    closed_at: Date | null
    reference: string | null
    reason: string | null
  }
  workspaces: {
    id: string
    name: string
    kind: Generated<'shop' | 'house'>
    time_zone: Generated<string>
    language: Generated<'vi' | 'en'>
    bot_status: Generated<'on' | 'off'>
    knowledge_version: Generated<number>
    company: string | null
    tax_id: string | null
    address: string | null
    invoice_email: string | null
    created_at: Date
    deleted_at: Date | null
    push_names: Generated<boolean>
    first_step: number | null
    first_version: Generated<number>
    first_later_at: Date | null
    trade: 'spa' | 'fashion' | 'food' | 'stay' | 'class' | 'craft' | 'other' | null
  }
  'realtime.changes': {
    seq: Generated<number>
    xid: Generated<string>
    workspace_id: string | null
    person_id: string | null
    conversation_id: string | null
    table: string
    type: 'INSERT' | 'UPDATE' | 'DELETE'
    key: Json
    at: Generated<Date>
    record: Json | null
    old_record: Json | null
  }
  'realtime.listened': {
    table: string
    until: Date
  }
  'realtime.messages': {
    id: Generated<string>
    topic: string
    extension: 'broadcast' | 'presence'
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
