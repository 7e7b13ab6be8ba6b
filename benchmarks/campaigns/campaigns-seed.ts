import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'

export type CampaignShop = { channelId: string; tagId: string; conversations: string[] }

/** Website customers over two years, two messages each: half opted in to promotions, 1 in 20 out, 1 in 10 tagged. */
export async function seedCampaigns(
  platform: Platform,
  { workspaceId, customers }: { workspaceId: string; customers: number },
): Promise<CampaignShop> {
  await runAsOwner(
    platform,
    `
    begin;
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    insert into public.channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (gen_random_uuid(), '${workspaceId}', 'website', 'wgt_bench_${workspaceId}', 'Trang web', 'connected', now());
    insert into public.tags (id, workspace_id, name, name_folded, colour, created_at)
      values (gen_random_uuid(), '${workspaceId}', 'Thẻ 10 buổi', 'the 10 buoi', 'water', now());
    create temp table made as select n, gen_random_uuid() as customer, gen_random_uuid() as contact, gen_random_uuid() as conversation,
        'Khách ' || n as name, now() - interval '2 hours' - n * interval '10 minutes' as at,
        (select id from public.channels where account_id = 'wgt_bench_${workspaceId}') as channel
      from generate_series(1, ${customers}) n;
    insert into public.customers (id, workspace_id, created_at, last_seen_at)
      select customer, '${workspaceId}', at - interval '1 day', at from made;
    insert into public.contacts (id, workspace_id, channel_id, external_id, name, customer_id, last_seen_at, created_at)
      select contact, '${workspaceId}', channel, 'bench-' || n, name, customer, at, at - interval '1 day' from made;
    insert into private.contact_words (contact_id, workspace_id, words)
      select contact, '${workspaceId}', rights.words_in('${workspaceId}', array(select rights.search_words(name))) from made;
    insert into public.conversations (id, workspace_id, channel_id, contact_id, source, status, bot_status, last_seq, inbound_count,
        last_message_at, last_inbound_at, last_interaction_at, preview, contact_name, language, created_at)
      select conversation, '${workspaceId}', channel, contact, 'website', case when n % 10 = 0 then 'open' else 'closed' end, 'on', 2, 1,
        at, at, at, 'dạ em cảm ơn shop', name, 'vi', at - interval '1 day' from made;
    insert into public.messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
      select gen_random_uuid(), '${workspaceId}', conversation, channel, seq, case when seq = 1 then 'in' else 'out' end,
        case when seq = 1 then 'contact' else 'bot' end, 'dạ em cảm ơn shop', case when seq = 1 then 'stored' else 'sent' end, at
      from made, generate_series(1, 2) seq;
    insert into public.consents (id, workspace_id, customer_id, channel_id, purpose, act, how, words, event, at)
      select gen_random_uuid(), '${workspaceId}', customer, channel, 'promotion', case when n % 2 = 0 then 'given' else 'withdrawn' end, 'message',
        'Nhận tin', 'bench-' || n, at from made where n % 2 = 0 or n % 20 = 1;
    insert into public.consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
      select workspace_id, customer_id, channel_id, purpose, act, at from public.consents where workspace_id = '${workspaceId}';
    insert into public.customer_tags (workspace_id, customer_id, tag_id, created_at)
      select '${workspaceId}', customer, (select id from public.tags where workspace_id = '${workspaceId}' and name_folded = 'the 10 buoi'), at
      from made where n % 10 = 3;
    update public.usage_counters set hard_limit = 10 * ${customers} where workspace_id = '${workspaceId}' and metric in ('campaigns', 'messages');
    drop table made;
    analyze;
    commit;`,
  )
  const [found] = await platform.db.readAsService(sql<CampaignShop>`select
    (select id from channels where account_id = ${`wgt_bench_${workspaceId}`}) as "channelId",
    (select id from tags where workspace_id = ${workspaceId} and name_folded = 'the 10 buoi') as "tagId",
    array(select id from conversations where workspace_id = ${workspaceId} and status = 'open' order by last_message_at desc limit 400) as conversations`)
  if (!found) throw new Error('The shop could not be filled.')
  return found
}
