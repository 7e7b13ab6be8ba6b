import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { after, minutes } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { ChannelKind } from '#shared/words.ts'

export type TestContact = { contact_id: string; name: string; kind: ChannelKind; mine: boolean }

const codeHolds = minutes(30)
const maxCodeLength = 20
/** Team members' phones; the latest per person and per shop. */
const maxOf = { person: 5, shop: 10 }

/** The first to write the code to the shop gets the member's trials. Reading it again does not extend its life. */
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
        code = case when c.until > ${now} then c.code else excluded.code end, until = case when c.until > ${now} then c.until else excluded.until end
      returning code`.execute(tx)
    const { rows: contacts } =
      await sql<TestContact>`select t.contact_id, c.name, h.kind, t.person_id = ${personId} as mine
      from private.test_contacts t join contacts c on c.workspace_id = t.workspace_id and c.id = t.contact_id
      join channels h on h.workspace_id = c.workspace_id and h.id = c.channel_id
      where t.workspace_id = ${workspaceId} order by t.at desc limit ${maxOf.shop}`.execute(tx)
    return { code: rows[0]?.code ?? '', contacts }
  })
}

/** Single use. Part of the commit that stores the message. */
export async function handleTestCode(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.received'],
): Promise<void> {
  if (event.letters >= maxCodeLength) return
  const { workspace_id: workspaceId, message_id: messageId, conversation_id: conversationId } = event
  const now = platform.clock.now()
  atCommit(
    tx,
    sql`with used as (
        delete from private.test_codes c using messages m where m.workspace_id = ${workspaceId} and m.id = ${messageId}
          and c.workspace_id = m.workspace_id and c.code = upper(btrim(m.text)) and c.until > ${now} returning c.person_id),
      known as (
        insert into private.test_contacts (workspace_id, contact_id, person_id, message_id, at)
        select v.workspace_id, v.contact_id, used.person_id, ${messageId}, ${now} from used
        join conversations v on v.workspace_id = ${workspaceId} and v.id = ${conversationId}
        on conflict (workspace_id, contact_id) do update set person_id = excluded.person_id, message_id = excluded.message_id, at = excluded.at
        returning contact_id, person_id),
      others as (
        select t.contact_id, t.person_id = k.person_id as theirs, row_number() over (order by t.at desc, t.contact_id) as of_shop,
          row_number() over (partition by t.person_id order by t.at desc, t.contact_id) as of_person
        from known k join private.test_contacts t on t.workspace_id = ${workspaceId} and t.contact_id <> k.contact_id)
      delete from private.test_contacts t using others o where t.workspace_id = ${workspaceId} and t.contact_id = o.contact_id
        and (o.of_shop >= ${maxOf.shop} or (o.theirs and o.of_person >= ${maxOf.person}))`,
  )
}
