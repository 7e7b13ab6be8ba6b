import { sql } from 'kysely'
import type { Visitor } from '#features/channels/website/website-visitor.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Language } from '#shared/words.ts'

export type OfferedConsent = { language: Language; version: number; words: string }

/** For an unticked box: only in the first conversation, if never asked. `externalId` null: unknown visitor. */
export async function consentToOffer(
  tx: Tx,
  { workspaceId, channelId, externalId }: Pick<Visitor, 'workspaceId' | 'channelId'> & { externalId: string | null },
): Promise<{ consent?: OfferedConsent[] }> {
  const { rows } = await sql<OfferedConsent>`
    select distinct on (t.language) t.language, t.version, t.words from campaign_rules r
    join consent_texts t on t.workspace_id = r.workspace_id and t.purpose = 'promotion'
    where r.workspace_id = ${workspaceId} and r.ask_in_chat and not exists (
      select from contacts c where c.workspace_id = ${workspaceId} and c.channel_id = ${channelId} and c.external_id = ${externalId} and (
        c.opted_out_at is not null
        or exists (select from consents o where o.workspace_id = ${workspaceId} and o.customer_id = c.customer_id
          and o.channel_id = ${channelId} and o.purpose = 'promotion' and o.act <> 'platform')
        or exists (select from private.consent_asks a where a.workspace_id = ${workspaceId} and a.contact_id = c.id)
        or exists (select from customers k where k.workspace_id = ${workspaceId} and k.id = c.customer_id and k.restricted_at is not null)
        or (select count(*) from conversations v where v.workspace_id = ${workspaceId} and v.contact_id = c.id) > 1))
    order by t.language, t.version desc`.execute(tx)
  return rows.length > 0 ? { consent: rows } : {}
}
