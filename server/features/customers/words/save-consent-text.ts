import { sql } from 'kysely'
import type { z } from 'zod'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, days } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { newConsentText } from '#shared/contracts/customers/consent-texts.contract.ts'
import { missingIn } from '#shared/rules/campaigns/consent-words.ts'
import { storableText } from '#platform/text/storable-text.ts'

const maxPerDay = 20

/**
 * Earlier consents keep their version.
 * @throws consent.text_incomplete with what is missing, request.too_many
 */
export async function saveConsentText(
  platform: Platform,
  caller: Caller,
  { purpose, language, max_messages: maxMessages, in_days: inDays, ...given }: z.output<typeof newConsentText>,
): Promise<{ version: number }> {
  const { workspaceId, personId } = caller
  const words = storableText(given.words)
    .replace(/[^\S\n]+/g, ' ')
    .trim()
  return platform.db.asService(workspaceId, async tx => {
    // Locks the workspace's row so that two at once do not make the same version.
    const { rows: shops } = await sql<{ name: string }>`select name from workspaces where id = ${workspaceId}
      for no key update`.execute(tx)
    const missing = missingIn(words, shops[0]?.name ?? '')
    if (missing.length > 0) throw failure('consent.text_incomplete', { field: 'words', missing })
    const { rows } = await sql<{
      version: number
      words: string
      max_messages: number
      in_days: number
    }>`select version, words, max_messages, in_days
      from consent_texts where workspace_id = ${workspaceId} and purpose = ${purpose} and language = ${language}
      order by version desc limit 1`.execute(tx)
    const [last] = rows
    if (last && last.words === words && last.max_messages === maxMessages && last.in_days === inDays)
      return { version: last.version }
    const { rows: lately } = await sql<{ made: number }>`select count(*)::int as made from consent_texts
      where workspace_id = ${workspaceId} and created_at > ${after(platform.clock.now(), -days(1))}`.execute(tx)
    if ((lately[0]?.made ?? 0) >= maxPerDay) throw failure('request.too_many')
    const version = (last?.version ?? 0) + 1
    await sql`insert into consent_texts (workspace_id, purpose, language, version, words, max_messages, in_days, made_by, created_at)
      values (${workspaceId}, ${purpose}, ${language}, ${version}, ${words}, ${maxMessages}, ${inDays}, ${personId}, ${platform.clock.now()})`.execute(
      tx,
    )
    await recordInAuditLog(platform, tx, caller, 'consent-text.changed', `${purpose} ${language} ${version}`)
    return { version }
  })
}
