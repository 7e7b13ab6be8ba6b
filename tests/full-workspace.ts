import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { referralCodeOf } from '#shared/rules/referral.ts'
import { writeAnOrder } from './an-order.ts'
import type { Owner } from './shop-owner.ts'

/** What one workspace holds: the ids of a row of every kind. */
export type FullWorkspace = Record<
  | 'channel'
  | 'domain'
  | 'contact'
  | 'conversation'
  | 'message'
  | 'phone'
  | 'bankAccount'
  | 'source'
  | 'removedSource'
  | 'passage'
  | 'oldPassage'
  | 'answer'
  | 'audit'
  | 'deadLetter',
  string
>

/** Writes a row into every table that belongs to a workspace, as the actions of the product would. */
export async function fillWorkspace(platform: Platform, owner: Owner): Promise<FullWorkspace> {
  const ws = owner.workspaceId
  const now = platform.clock.now()
  const ids: FullWorkspace = {
    channel: newId(),
    domain: newId(),
    contact: newId(),
    conversation: newId(),
    message: newId(),
    phone: newId(),
    bankAccount: newId(),
    source: newId(),
    removedSource: newId(),
    passage: newId(),
    oldPassage: newId(),
    answer: newId(),
    audit: newId(),
    deadLetter: newId(),
  }
  await platform.db.asService(ws, async tx => {
    await sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${ids.channel}, ${ws}, 'website', ${`wgt_${ids.channel}`}, 'Trang web', 'connected', ${now})`.execute(tx)
    const order = newId()
    const refund = newId()
    await writeAnOrder(tx, ws, order, now)
    await sql`update orders set from_plan = 'hobby' where id = ${order}`.execute(tx)
    await sql`update subscriptions set pending_plan = 'hobby', pending_interval = 'month',
      price_id = (select price_id from orders where id = ${order}) where workspace_id = ${ws}`.execute(tx)
    await sql`insert into refunds (id, workspace_id, order_id, amount, currency, path, status, usage_ratio, requested_at)
      values (${refund}, ${ws}, ${order}, 699000, 'VND', 'auto', 'approved', 0, ${now})`.execute(tx)
    await sql`insert into invoices (id, workspace_id, number, kind, order_id, refund_id, seller, buyer, lines, currency, method, net, tax_bp, tax, total, language, issued_at)
      values (${newId()}, ${ws}, ${`CN-${order}`}, 'credit_note', ${order}, ${refund}, '{}', '{}', '[]', 'VND', 'bank', 647222, 800, 51778, 699000, 'vi', ${now})`.execute(
      tx,
    )
    await sql`insert into referral_codes (workspace_id, code, created_at)
      values (${ws}, ${referralCodeOf(randomBytes(8))}, ${now}) on conflict do nothing`.execute(tx)
    const referral = newId()
    await sql`insert into referrals (id, workspace_id, referred_id, status, signed_up_at, first_order_id)
      values (${referral}, ${ws}, ${newId()}, 'active', ${now}, ${order})`.execute(tx)
    await sql`insert into commissions (id, workspace_id, referral_id, order_id, kind, base, share_bp, amount, currency, status, earned_at, matures_at, changed_at, reason)
      values (${newId()}, ${ws}, ${referral}, ${order}, 'first', 647222, 2000, 129444, 'VND', 'reversed', ${now}, ${now}, ${now}, 'refund')`.execute(
      tx,
    )
    await sql`insert into withdrawals (id, workspace_id, amount, currency, method, bank, ending, status, requested_by, requested_at, closed_at)
      values (${newId()}, ${ws}, 200000, 'VND', 'bank', '970422', '0001', 'cancelled', ${owner.personId}, ${now}, ${now})`.execute(
      tx,
    )
    await sql`insert into website_domains (id, workspace_id, channel_id, host, created_at) values (${ids.domain}, ${ws}, ${ids.channel}, 'hatnau.example', ${now})`.execute(
      tx,
    )
    await sql`insert into contacts (id, workspace_id, channel_id, external_id, name, created_at) values (${ids.contact}, ${ws}, ${ids.channel}, 'khach-1', 'Trần Thị Bích', ${now})`.execute(
      tx,
    )
    await sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, last_seq, last_message_at, preview, contact_name, created_at)
      values (${ids.conversation}, ${ws}, ${ids.channel}, ${ids.contact}, 'website', 1, ${now}, 'Ship bao nhiêu vậy shop?', 'Trần Thị Bích', ${now})`.execute(
      tx,
    )
    await sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
      values (${ids.message}, ${ws}, ${ids.conversation}, ${ids.channel}, 1, 'in', 'contact', 'Ship bao nhiêu vậy shop?', 'stored', ${now})`.execute(
      tx,
    )
    await sql`insert into contact_details (id, workspace_id, contact_id, conversation_id, kind, value, created_at) values
      (${ids.phone}, ${ws}, ${ids.contact}, ${ids.conversation}, 'phone', '0900000001', ${now}),
      (${ids.bankAccount}, ${ws}, ${ids.contact}, ${ids.conversation}, 'bank', '0071000000000', ${now})`.execute(tx)
    const customer = newId()
    await sql`insert into customers (id, workspace_id, created_at) values (${customer}, ${ws}, ${now})`.execute(tx)
    await sql`update contacts set customer_id = ${customer} where id = ${ids.contact}`.execute(tx)
    await sql`insert into consents (id, workspace_id, customer_id, channel_id, purpose, act, how, message_id, event, at)
      values (${newId()}, ${ws}, ${customer}, ${ids.channel}, 'promotion', 'withdrawn', 'message', null, 'one', ${now})`.execute(
      tx,
    )
    await sql`insert into consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
      values (${ws}, ${customer}, ${ids.channel}, 'promotion', 'withdrawn', ${now})`.execute(tx)
    await sql`insert into customer_tags (workspace_id, customer_id, tag_id, tagged_by, created_at)
      select ${ws}, ${customer}, id, ${owner.personId}, ${now} from tags where workspace_id = ${ws} limit 1`.execute(tx)
    await sql`update contact_details set customer_id = ${customer} where id = ${ids.phone}`.execute(tx)
    const merged = newId()
    await sql`insert into customers (id, workspace_id, merged_into, created_at) values (${merged}, ${ws}, ${customer}, ${now})`.execute(
      tx,
    )
    await sql`insert into customer_merges (id, workspace_id, customer_id, merged_id, contact_ids, tag_ids, before, merged_by, merged_at)
      values (${newId()}, ${ws}, ${customer}, ${merged}, '{}', '{}', '{}', ${owner.personId}, ${now})`.execute(tx)
    await sql`insert into customer_fields (id, workspace_id, name, name_folded, kind, created_at)
      values (${newId()}, ${ws}, 'Sinh nhật', 'sinh nhat', 'date', ${now})`.execute(tx)
    await sql`insert into segments (id, workspace_id, name, name_folded, definition, created_at)
      values (${newId()}, ${ws}, 'Khách quen', 'khach quen', '{"all": []}', ${now})`.execute(tx)
    await sql`insert into greetings (id, workspace_id, name, enabled, path, after_seconds, who, once, text_vi, created_at, changed_at)
      values (${newId()}, ${ws}, 'Trang bảng giá', true, '/bang-gia', 15, 'all', 'day', 'Cần tư vấn không ạ?', ${now}, ${now})`.execute(
      tx,
    )
    await sql`insert into data_requests (id, workspace_id, customer_id, kind, who, note, came_on, answer_by, due_on, noted_by, created_at)
      values (${newId()}, ${ws}, ${customer}, 'access', 'Trần Thị Bích', 'qua điện thoại', '2026-11-20', '2026-11-24', '2026-11-30', ${owner.personId}, ${now})`.execute(
      tx,
    )
    const list = newId()
    await sql`insert into consent_texts (workspace_id, purpose, language, version, words, most, in_days, made_by, created_at)
      values (${ws}, 'promotion', 'vi', 1, 'Nhận tin khuyến mãi', 1, 7, ${owner.personId}, ${now})`.execute(tx)
    await sql`insert into campaign_rules (workspace_id, from_time, until_time, promotion_per_day, promotion_per_month, care_per_day, label, ask_when, ask_in_chat, changed_at)
      values (${ws}, '09:00', '20:00', 1, 4, 1, true, 'never', true, ${now})`.execute(tx)
    await sql`insert into imports (id, workspace_id, file_name, status, columns, has_names, map, row_count, made_by, created_at)
      values (${list}, ${ws}, 'khach.csv', 'done', '{SĐT}', true, '{phone}', 2, ${owner.personId}, ${now})`.execute(tx)
    await sql`update customers set import_id = ${list} where id = ${customer}`.execute(tx)
    await sql`insert into broadcasts (id, workspace_id, name, routes, created_at, changed_at)
      values (${newId()}, ${ws}, 'Lịch nghỉ Tết', '{website.chat}', ${now}, ${now})`.execute(tx)
    const sequence = newId()
    await sql`insert into sequences (id, workspace_id, name, status, draft, version, "trigger", created_at, changed_at)
      values (${sequence}, ${ws}, 'Chăm sau mua', 'active', '{}', 1, '{"on": "hand"}', ${now}, ${now})`.execute(tx)
    await sql`insert into sequence_versions (workspace_id, sequence_id, version, plan, serves_only, published_at)
      values (${ws}, ${sequence}, 1, '{}', false, ${now})`.execute(tx)
    await sql`insert into channel_limits (workspace_id, channel_id, requests_per_minute, source, read_at)
      values (${ws}, ${ids.channel}, 100, 'header', ${now})`.execute(tx)
    await sql`insert into templates (id, workspace_id, channel_id, external_id, name, state, read_at)
      values (${newId()}, ${ws}, ${ids.channel}, '701', 'Nhắc lịch', 'approved', ${now})`.execute(tx)
    await sql`insert into conversation_tags (workspace_id, conversation_id, tag_id, tagged_by, created_at)
      select ${ws}, ${ids.conversation}, id, ${owner.personId}, ${now} from tags where workspace_id = ${ws} limit 1`.execute(
      tx,
    )
    await sql`insert into notes (id, workspace_id, conversation_id, author_id, text, created_at)
      values (${newId()}, ${ws}, ${ids.conversation}, ${owner.personId}, 'Khách quen, gói kỹ', ${now})`.execute(tx)
    await sql`insert into canned_replies (id, workspace_id, title, shortcut, shortcut_folded, text, changed_at, created_at)
      values (${newId()}, ${ws}, 'Chào khách', 'chào', 'chao', 'Chào {{customer_name}} ạ', ${now}, ${now})`.execute(tx)
    await sql`insert into conversation_reads (workspace_id, conversation_id, person_id, read_at)
      select ${ws}, ${ids.conversation}, person_id, ${now} from members where workspace_id = ${ws} and person_id is not null`.execute(
      tx,
    )
    await sql`insert into sources (id, workspace_id, kind, title, status, created_at) values
      (${ids.source}, ${ws}, 'file', 'Bảng giá.pdf', 'processed', ${now}), (${ids.removedSource}, ${ws}, 'file', 'Cũ.pdf', 'removed', ${now})`.execute(
      tx,
    )
    await sql`insert into passages (id, workspace_id, source_id, version, position, text, "start", "end", live) values
      (${ids.passage}, ${ws}, ${ids.source}, 1, 0, 'Phí giao hàng 15.000đ', 0, 21, true),
      (${ids.oldPassage}, ${ws}, ${ids.source}, 0, 0, 'Phí giao hàng 10.000đ', 0, 21, false)`.execute(tx)
    await sql`insert into passage_questions (id, workspace_id, source_id, text_hash, question, folded, created_at)
      values (${newId()}, ${ws}, ${ids.source}, 'hash', 'Ship nhiêu?', 'ship nhieu', ${now})`.execute(tx)
    await sql`insert into source_overlaps (workspace_id, passage_id, other_passage_id, source_id, other_source_id, kind)
      values (${ws}, ${ids.passage}, ${ids.oldPassage}, ${ids.source}, ${ids.removedSource}, 'differs')`.execute(tx)
    await sql`insert into bot_settings (workspace_id, updated_at) values (${ws}, ${now}) on conflict do nothing`.execute(
      tx,
    )
    await sql`insert into answers (id, workspace_id, conversation_id, up_to_seq, message_ids, act, text, language, confidence, path, ms, created_at)
      values (${ids.answer}, ${ws}, ${ids.conversation}, 1, ${[ids.message]}::uuid[], 'answer', 'Phí giao hàng 15.000đ', 'vi', 0.9, 'embedded', 12, ${now})`.execute(
      tx,
    )
    await sql`insert into answer_corrections (id, workspace_id, answer_id, kind, question, answer, source_id, created_at)
      values (${newId()}, ${ws}, ${ids.answer}, 'pair', 'Ship nhiêu?', 'Phí giao hàng 15.000đ', ${ids.source}, ${now})`.execute(
      tx,
    )
    const unanswered = newId()
    await sql`insert into unanswered_questions (id, workspace_id, question, terms, question_type, status, asked_count, first_asked_at, last_asked_at)
      values (${unanswered}, ${ws}, 'Có bán vé không?', '{ban,ve}', 'yes_no', 'open', 1, ${now}, ${now})`.execute(tx)
    await sql`insert into unanswered_asks (id, workspace_id, question_id, answer_id, conversation_id, text, asked_at)
      values (${newId()}, ${ws}, ${unanswered}, ${ids.answer}, ${ids.conversation}, 'Có bán vé không?', ${now})`.execute(
      tx,
    )
    await sql`insert into regression_cases (id, workspace_id, question, expected, made_from, created_at)
      values (${newId()}, ${ws}, 'Ship nhiêu?', '{15.000đ}', 'owner', ${now})`.execute(tx)
    await sql`insert into regression_runs (id, workspace_id, knowledge_version, total, better, worse, changed, details, finished_at)
      values (${newId()}, ${ws}, 1, 1, 0, 0, 0, '[]', ${now})`.execute(tx)
    await sql`insert into knowledge_versions (workspace_id, version, made_at) values (${ws}, 1, ${now})
      on conflict do nothing`.execute(tx)
    await sql`insert into source_checks (workspace_id, source_id, version, id, knowledge_version, total, started_at)
      values (${ws}, ${ids.source}, 2, ${newId()}, 1, 1, ${now})`.execute(tx)
    await sql`insert into intents (id, workspace_id, conversation_id, contact_id, message_id, seq, told_by, kind, what, phone, created_at)
      select ${newId()}, ${ws}, v.id, v.contact_id, ${ids.message}, 1, ${ids.message}, 'order', 'hai bình lam', '0903 123 456', ${now}
      from conversations v where v.id = ${ids.conversation}`.execute(tx)
    // Of everybody who works there: they are read by oneself only.
    await sql`insert into notifications (id, person_id, workspace_id, kind, matter, in_app, mail, created_at)
      select gen_random_uuid(), person_id, ${ws}, 'system', 'one', true, 'none', ${now} from members where workspace_id = ${ws} and status = 'active'`.execute(
      tx,
    )
    await sql`insert into notification_settings (person_id, kind, in_app, email, updated_at)
      select person_id, 'system', true, false, ${now} from members where workspace_id = ${ws} and status = 'active'`.execute(
      tx,
    )
    await sql`insert into push_subscriptions (id, person_id, session_id, endpoint, p256dh, auth, device, seen_at, created_at)
      select gen_random_uuid(), m.person_id, s.id, 'https://push.example/' || s.id, 'p256dh', 'auth', 'Chrome', ${now}, ${now}
      from members m join auth.sessions s on s.user_id = m.person_id where workspace_id = ${ws} and status = 'active'`.execute(
      tx,
    )
    await sql`insert into audit_log (id, workspace_id, actor, action, at) values (${ids.audit}, ${ws}, ${owner.personId}, 'bot.all-paused', ${now})`.execute(
      tx,
    )
    await sql`insert into dead_letters (id, workspace_id, kind, ref, payload, reason, attempts, created_at)
      values (${ids.deadLetter}, ${ws}, 'deliver message', ${ids.message}, '{"text": "riêng tư"}', 'time-out', 8, ${now})`.execute(
      tx,
    )
  })
  return ids
}
