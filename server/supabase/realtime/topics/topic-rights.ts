import { sql } from 'kysely'
import type { Claims } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

export type Extension = 'broadcast' | 'presence'

/** By the policies on realtime.messages. */
export async function readableTopics(
  platform: Platform,
  claims: Claims,
  names: string[],
): Promise<Map<string, Set<Extension>>> {
  const { rows } = await platform.db.asPerson(claims, tx =>
    sql<{ topic: string; extension: Extension }>`select topic, extension from realtime.heard(${names}::text[])`.execute(
      tx,
    ),
  )
  return new Map(
    [...Map.groupBy(rows, row => row.topic)].map(([topic, found]) => [topic, new Set(found.map(row => row.extension))]),
  )
}

/** Tries an insert and rolls it back, so that nothing waits for the disk. */
export async function maySend(
  platform: Platform,
  claims: Claims,
  name: string,
  extension: Extension,
  event: string | null,
): Promise<boolean> {
  const tried: { may?: boolean } = {}
  await platform.db
    .asPerson(claims, async tx => {
      const { rows } = await sql<{
        may: boolean
      }>`select realtime.may_send(${name}, ${extension}, ${event}) as may`.execute(tx)
      tried.may = rows[0]?.may === true
      throw new Chargeback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Chargeback)) throw error
    })
  return tried.may === true
}

class Chargeback extends Error {}
