import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { ConsentText } from '#shared/contracts/customers/consent-texts.contract.ts'

/** Older versions stay in the database, for whoever agreed to them. */
const mostListed = 200

/** The words that people agree to, the latest versions first. */
export async function listConsentTexts(platform: Platform, { workspaceId }: Caller): Promise<{ texts: ConsentText[] }> {
  const texts = await platform.db.readAsService<ConsentText>(sql`
    select purpose, language, version, words, most, in_days, made_by, created_at from consent_texts
    where workspace_id = ${workspaceId} order by created_at desc, purpose, language, version desc limit ${mostListed}`)
  return { texts }
}
