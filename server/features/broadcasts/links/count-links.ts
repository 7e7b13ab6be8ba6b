import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { SentButton } from '#shared/rules/campaigns/campaign-buttons.ts'
import { linksIn, targetOf, withLinks } from '#shared/rules/campaigns/campaign-links.ts'
import { type Broadcast, contentOf } from '../broadcast-row.ts'
import { countsLinks } from './may-count-links.ts'

/** Letters and digits that cannot be mistaken for each other. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const codeLength = 12
export function sampleAddress({ config }: Platform): string {
  return `${config.publicUrl}/l/${'x'.repeat(codeLength)}`
}

/** Once, at the start: the text does not change any more. */
export async function saveLinks(tx: Tx, broadcast: Broadcast): Promise<void> {
  const { workspace_id: workspaceId, id, content } = broadcast
  if (content.template) return
  const texts = (['a', 'b'] as const).flatMap(variant => Object.values(contentOf(broadcast, variant).texts))
  const pressed = (content.buttons ?? []).flatMap(button => (button.is === 'link' ? button.url.trim() : []))
  const links = [...new Set([...texts.flatMap(linksIn), ...pressed])].map(written => ({
    id: newId(),
    written,
    target: targetOf(written),
  }))
  if (links.length === 0) return
  await sql`insert into private.campaign_links (id, workspace_id, broadcast_id, written, target)
    select l.id, w.id, ${id}, l.written, l.target
    from workspaces w, jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l (id uuid, written text, target text)
    where w.id = ${workspaceId} and ${countsLinks()} on conflict do nothing`.execute(tx)
}

type Whose = { workspaceId: string; broadcastId: string; recipientId: string }

type SentContent = { text: string; buttons: SentButton[] }

/** Each recipient has an address of their own per link; the same ones if made again. */
export async function withCodes(platform: Platform, tx: Tx, whose: Whose, content: SentContent): Promise<SentContent> {
  const pressed = content.buttons.flatMap(button => (button.is === 'link' ? button.url : []))
  const written = [...linksIn(content.text), ...pressed]
  if (written.length === 0) return content
  const { workspaceId, broadcastId, recipientId } = whose
  const { rows: links } = await sql<{
    id: string
    written: string
  }>`select l.id, l.written from private.campaign_links l
    join workspaces w on w.id = l.workspace_id where l.workspace_id = ${workspaceId} and l.broadcast_id = ${broadcastId}
      and l.written = any (${written}::text[]) and ${countsLinks()}`.execute(tx)
  if (links.length === 0) return content
  const made = links.map(({ id }) => ({ code: newCode(), link_id: id }))
  const { rows: codes } = await sql<{ link_id: string; code: string }>`
    insert into private.link_codes as k (code, workspace_id, link_id, recipient_id, made_at)
      select code, ${workspaceId}, link_id, ${recipientId}, ${platform.clock.now()}
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (code text, link_id uuid)
    on conflict (link_id, recipient_id) do update set made_at = excluded.made_at returning k.link_id, k.code`.execute(
    tx,
  )
  const addressOf = (link: string) => {
    const id = links.find(one => one.written === link)?.id
    const code = codes.find(one => one.link_id === id)?.code
    return code && `${platform.config.publicUrl}/l/${code}`
  }
  const buttons = content.buttons.map(button =>
    button.is === 'link' ? { ...button, url: addressOf(button.url) ?? button.url } : button,
  )
  return { text: withLinks(content.text, addressOf), buttons }
}

function newCode(): string {
  return [...randomBytes(codeLength)].map(byte => letters[byte % letters.length]).join('')
}

/** Erases which links they followed; their links stop working. */
export async function forgetLinksOf(
  _platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, customer_id: id }: EventCatalogue['customer.erased'],
): Promise<void> {
  const theirs = sql`workspace_id = ${workspaceId} and customer_id in (
    select m.id from customers m where m.workspace_id = ${workspaceId} and (m.id = ${id} or m.merged_into = ${id}))`
  await sql`delete from private.link_codes where workspace_id = ${workspaceId}
    and recipient_id in (select id from private.broadcast_recipients where ${theirs})`.execute(tx)
  await sql`update private.broadcast_recipients set clicked_at = null where ${theirs} and clicked_at is not null`.execute(
    tx,
  )
}
