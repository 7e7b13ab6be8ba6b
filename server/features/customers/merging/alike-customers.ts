import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { ChannelKind } from '#shared/words.ts'

type Alike = { id: string; name: string; sources: ChannelKind[]; kind: 'phone' | 'email'; value: string }

/** A family shares a phone; a number on more customers than this, such as the shop's own, says nothing. */
const maxAlike = 5
const maxLookedAt = 50

export async function alikeCustomers(
  platform: Platform,
  { workspaceId }: Caller,
  { id }: { id: string },
): Promise<{ customers: Alike[] }> {
  const they = sql`select m.id from customers m where m.workspace_id = ${workspaceId} and (m.id = ${id} or m.merged_into = ${id})`
  const customers = await platform.db.readAsService(sql<Alike>`
    select distinct on (cu.id) cu.id, d.kind, d.value, coalesce(nullif(k.name, ''), cu.name) as name,
      array(select distinct h.kind from contacts c join channels h on h.workspace_id = c.workspace_id and h.id = c.channel_id
        where c.workspace_id = ${workspaceId} and c.customer_id = cu.id order by 1) as sources
    from contact_details o
    cross join lateral (select * from contact_details d where d.workspace_id = o.workspace_id and d.kind = o.kind and d.value = o.value
      and d.id <> o.id limit ${maxLookedAt}) d
    left join contacts k on k.workspace_id = d.workspace_id and k.id = d.contact_id
    join customers m on m.workspace_id = d.workspace_id and m.id = coalesce(k.customer_id, d.customer_id)
    join customers cu on cu.workspace_id = m.workspace_id and cu.id = coalesce(m.merged_into, m.id)
    where o.workspace_id = ${workspaceId} and o.kind in ('phone', 'email') and (o.customer_id in (${they}) or o.contact_id in (
        select c.id from contacts c where c.workspace_id = ${workspaceId} and c.customer_id = ${id}))
      and cu.id <> ${id} and cu.merged_into is null and cu.erased_at is null
    order by cu.id, d.kind desc limit ${maxAlike + 1}`)
  return { customers: customers.length > maxAlike ? [] : customers }
}
