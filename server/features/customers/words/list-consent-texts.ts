import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { Platform } from '#platform/platform.ts'
import type { ConsentText } from '#shared/contracts/customers/consent-texts.results.ts'

const maxListed = 200

type Row = WithDates<ConsentText, 'created_at'>

export async function listConsentTexts(platform: Platform, { workspaceId }: Caller): Promise<{ texts: Row[] }> {
  const texts = await platform.db.readAsService<Row>(sql`
    select purpose, language, version, words, max_messages, in_days, made_by, created_at from consent_texts
    where workspace_id = ${workspaceId} order by created_at desc, purpose, language, version desc limit ${maxListed}`)
  return { texts }
}
