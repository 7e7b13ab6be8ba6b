import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'

export type Asked = { field: string; day: string; import: string; broadcast: string; sequence: string }

/**
 * Something for each kind of condition, after `seedCampaigns`: every fourth customer is on Messenger too, every fourth on Zalo; languages in all
 * three places; older conversations; fields, details, a list, a broadcast to most, a sequence that a third have gone through.
 */
export async function seedGroups(platform: Platform, workspaceId: string): Promise<Asked> {
  const asked = { field: newId(), day: newId(), import: newId(), broadcast: newId(), sequence: newId() }
  await runAsOwner(
    platform,
    `
    begin;
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    insert into public.channels (id, workspace_id, kind, account_id, name, status, created_at)
      select gen_random_uuid(), '${workspaceId}', kind, 'bench-' || kind || '${workspaceId}', kind, 'connected', now()
      from unnest(array['facebook', 'zalo']) kind;
    create temp table made as select k.id as web, k.customer_id as customer, substr(k.external_id, 7)::int as n, k.last_seen_at as at,
        gen_random_uuid() as contact, h.id as channel, h.kind
      from public.contacts k left join public.channels h on h.workspace_id = k.workspace_id
        and h.kind = case substr(k.external_id, 7)::int % 4 when 1 then 'facebook' when 2 then 'zalo' end
      where k.workspace_id = '${workspaceId}' and k.external_id like 'bench-%';
    insert into public.contacts (id, workspace_id, channel_id, external_id, name, customer_id, last_seen_at, last_interaction_at, created_at)
      select contact, '${workspaceId}', channel, 'other-' || n, 'Khách ' || n, customer, at, at, at from made where channel is not null;
    insert into public.conversations (id, workspace_id, channel_id, contact_id, source, status, bot_status, last_seq, inbound_count, last_message_at,
        last_inbound_at, last_interaction_at, preview, contact_name, language, created_at)
      select gen_random_uuid(), '${workspaceId}', channel, contact, kind, 'closed', 'on', 0, 1, at, at, at, 'dạ', 'Khách ' || n,
        case when n % 7 = 0 then 'en' else 'vi' end, at from made where channel is not null
      union all select gen_random_uuid(), v.workspace_id, v.channel_id, v.contact_id, v.source, 'closed', 'on', 0, 1, v.last_message_at - interval '9 days',
        v.last_inbound_at, v.last_interaction_at, 'dạ', v.contact_name, case when m.n % 5 = 0 then 'en' end, v.created_at
      from made m join public.conversations v on v.contact_id = m.web where m.n % 3 = 0;
    update public.conversations v set sentiment = case when m.n % 10 = 7 then 'negative' else 'neutral' end,
        language = case when m.n % 11 = 0 then 'en' else v.language end from made m where v.contact_id = m.web;
    update public.contacts k set language = case when m.n % 2 = 0 then 'vi' else 'en' end from made m where k.id = m.web and m.n % 6 = 5;
    insert into public.customer_fields (id, workspace_id, name, name_folded, kind, created_at)
      values ('${asked.field}', '${workspaceId}', 'Số lần', 'so lan', 'number', now()), ('${asked.day}', '${workspaceId}', 'Hạn thẻ', 'han the', 'date', now());
    insert into public.imports (id, workspace_id, file_name, status, columns, has_names, map, row_count, made_by, created_at)
      values ('${asked.import}', '${workspaceId}', 'khach.csv', 'done', '{}', true, '{}', 1, gen_random_uuid(), now());
    update public.customers c set language = case when m.n % 12 = 4 then 'vi' when m.n % 12 = 8 then 'en' end,
        import_id = case when m.n % 5 = 0 then '${asked.import}'::uuid end,
        fields = case when m.n % 3 = 0 then jsonb_build_object('${asked.field}', m.n % 40, '${asked.day}', to_char(m.at, 'YYYY-MM-DD')) else '{}' end
      from made m where c.id = m.customer and c.workspace_id = '${workspaceId}';
    insert into public.contact_details (id, workspace_id, contact_id, customer_id, kind, value, created_at)
      select gen_random_uuid(), '${workspaceId}', case when n % 4 = 1 then web end, case when n % 4 = 3 then customer end, 'phone',
        '+849' || lpad(n::text, 8, '0'), at from made where n % 2 = 1;
    insert into public.consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
      select '${workspaceId}', m.customer, h.id, 'promotion', 'given', m.at from made m
        join public.channels h on h.workspace_id = '${workspaceId}' and h.kind = 'zalo' where m.n % 10 = 3;
    insert into public.templates (id, workspace_id, channel_id, external_id, name, state, read_at)
      select gen_random_uuid(), workspace_id, id, 'bench', 'Mẫu', 'approved', now() from public.channels where workspace_id = '${workspaceId}'
        and kind <> 'website';
    insert into private.ad_accounts (workspace_id, channel_id, account_id, name, estimate, linked_by, linked_at)
      select workspace_id, id, 'bench', 'Quảng cáo', 300, gen_random_uuid(), now() from public.channels where workspace_id = '${workspaceId}'
        and kind = 'facebook';
    insert into private.subscriptions (workspace_id, contact_id, channel_id, token, status, reported_at)
      select '${workspaceId}', contact, channel, 'bench', 'live', at from made where n % 8 = 1;
    insert into public.broadcasts (id, workspace_id, name, routes, status, created_at, changed_at)
      values ('${asked.broadcast}', '${workspaceId}', 'Khai trương', '{}', 'done', now(), now());
    insert into private.broadcast_recipients (id, workspace_id, broadcast_id, customer_id, state, due_at, answered_at)
      select gen_random_uuid(), '${workspaceId}', '${asked.broadcast}', customer, case when n % 8 = 0 then 'skipped' else 'read' end, at,
        case when n % 20 = 3 then at end from made;
    insert into public.sequences (id, workspace_id, name, status, draft, version, created_at, changed_at)
      values ('${asked.sequence}', '${workspaceId}', 'Chăm sau khi mua', 'ended', '{}', 1, now(), now());
    insert into private.sequence_runs (id, workspace_id, sequence_id, version, customer_id, step, entered_at, entered_by, ended_at, ended_why)
      select gen_random_uuid(), '${workspaceId}', '${asked.sequence}', 1, customer, 'a', at, 'hand', at, 'finished' from made where n % 3 = 0;
    drop table made;
    analyze;
    commit;`,
  )
  const [languages] = await platform.db.readAsService(
    sql<{
      count: number
    }>`select count(distinct language)::int as count from customers where workspace_id = ${workspaceId}`,
  )
  if (languages?.count !== 2) throw new Error('The shop could not be filled.')
  return asked
}
