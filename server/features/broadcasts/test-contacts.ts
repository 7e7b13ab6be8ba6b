import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '#platform/caller.ts'
import { after, minutes } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { ChannelKind } from '#shared/words.ts'

export type TestContact = { contact_id: string; name: string; kind: ChannelKind; mine: boolean }

const codeHolds = minutes(30)

/**
 * The code by which a member makes a phone of their own known: whoever writes it to the shop gets its trials from then on. And who
 * is known already.
 */
export async function readTestContacts(
  platform: Platform,
  { workspaceId, personId }: Caller,
): Promise<{ code: string; contacts: TestContact[] }> {
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{
      code: string
    }>`insert into private.test_codes as c (workspace_id, person_id, code, until)
      values (${workspaceId}, ${personId}, ${`THU ${randomInt(100_000, 1_000_000)}`}, ${after(now, codeHolds)})
      on conflict (workspace_id, person_id) do update set
        code = case when c.until > ${now} then c.code else excluded.code end, until = excluded.until
      returning code`.execute(tx)
    const { rows: contacts } =
      await sql<TestContact>`select t.contact_id, c.name, h.kind, t.person_id = ${personId} as mine
      from private.test_contacts t join contacts c on c.workspace_id = t.workspace_id and c.id = t.contact_id
      join channels h on h.workspace_id = c.workspace_id and h.id = c.channel_id
      where t.workspace_id = ${workspaceId} order by t.at desc limit 50`.execute(tx)
    return { code: rows[0]?.code ?? '', contacts }
  })
}

/** Whoever writes a code that holds is one of the team. Written with the commit: most messages are none. */
export async function hearTestCode(
  platform: Platform,
  tx: Tx,
  told: EventCatalogue['message.received'],
): Promise<void> {
  const { workspace_id: workspaceId, message_id: messageId, conversation_id: conversationId } = told
  const now = platform.clock.now()
  atCommit(
    tx,
    sql`insert into private.test_contacts (workspace_id, contact_id, person_id, message_id, at)
      select m.workspace_id, v.contact_id, c.person_id, m.id, ${now} from messages m
      join private.test_codes c on c.workspace_id = m.workspace_id and c.code = upper(btrim(m.text)) and c.until > ${now}
      join conversations v on v.workspace_id = m.workspace_id and v.id = ${conversationId}
      where m.workspace_id = ${workspaceId} and m.id = ${messageId} and length(m.text) < 20
      on conflict (workspace_id, contact_id) do update set person_id = excluded.person_id, message_id = excluded.message_id, at = excluded.at`,
  )
}
