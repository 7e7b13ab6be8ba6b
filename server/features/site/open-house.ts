import { sql } from 'kysely'
import { saveDomains, makeWebsite } from '#features/channels/website/connect-website.ts'
import { currentDomains } from '#features/channels/website/current-domains.ts'
import { setLimits } from '#features/usage/set-limits.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { houseTexts } from '#shared/texts/site/house-texts.ts'
import { fillText } from '#shared/texts/account/mail-texts.ts'
import type { Language } from '#shared/words.ts'
import { findHouse, type House } from './find-house.ts'
import { operatorsIn } from './join-house.ts'

const houseLock = 7_300_035
const firstSynonyms = [
  ['kết nối', 'nối', 'liên kết với'],
  ['fanpage', 'messenger', 'facebook'],
]
/** Bare "where are you?" has no word that the guide could have. */
const synonyms = [...firstSynonyms, ['where are you', 'located']]
/** Lower than a shop's: every change of the guide is tested with visitors' questions (`open-house.test.ts`). */
const guideThreshold = 0.45
const noLimits = { messages: null, campaigns: null, connections: null, documents: null, members: null }
const always = { start: new Date(0), end: new Date('9999-12-31T00:00:00Z') }

/** Made once, even by concurrent starts; later starts sync it. Reading the guide is a job. */
export function openHouse(platform: Platform): Promise<House | undefined> {
  return platform.db.asService(null, async tx => {
    await sql`select pg_advisory_xact_lock(${houseLock})`.execute(tx)
    const { rows } = await sql<{ id: string }>`select id from workspaces where kind = 'house'`.execute(tx)
    const workspaceId = rows[0]?.id ?? (await makeHouse(platform, tx))
    await refreshWords(platform, tx, workspaceId)
    await operatorsIn(platform, tx, workspaceId)
    const house = await findHouse(tx)
    if (house) await saveDomains(platform, tx, workspaceId, house.channelId, currentDomains(platform))
    await platform.jobs.enqueue(tx, {
      kind: 'train house',
      key: 'train house',
      lane: 'train house',
      payload: { workspace_id: workspaceId },
    })
    return house
  })
}

async function makeHouse(platform: Platform, tx: Tx): Promise<string> {
  const workspaceId = newId()
  const name = platform.config.BRAND_NAME
  await sql`insert into workspaces (id, name, kind, language, created_at)
    values (${workspaceId}, ${name}, 'house', 'vi', ${platform.clock.now()})`.execute(tx)
  await setLimits(tx, workspaceId, always, noLimits)
  await makeWebsite(platform, tx, workspaceId, { name, domains: currentDomains(platform) })
  // Visitors may well ask on after an unanswered question: the bot stays.
  await sql`insert into bot_settings (workspace_id, name, hand_over_pauses, shows_sources, synonyms, updated_at)
    values (${workspaceId}, ${name}, false, true, ${JSON.stringify(synonyms)}::jsonb, ${platform.clock.now()})`.execute(
    tx,
  )
  return workspaceId
}

type Words = Record<'greeting' | 'greeting_en' | 'fallback' | 'fallback_en', string | null>

/** Follows brand and address unless an operator wrote other texts. */
async function refreshWords(platform: Platform, tx: Tx, workspaceId: string): Promise<void> {
  const { rows } = await sql<Words>`select greeting, greeting_en, fallback, fallback_en
    from bot_settings where workspace_id = ${workspaceId} for update`.execute(tx)
  const [now] = rows
  const word = (which: 'greeting' | 'fallback', language: Language, known: string | null | undefined) => {
    const template = houseTexts(language)[which]
    return known == null || isMadeOf(template, known) ? fillText(template, valuesOf(platform)) : known
  }
  await sql`update bot_settings set greeting = ${word('greeting', 'vi', now?.greeting)},
      greeting_en = ${word('greeting', 'en', now?.greeting_en)}, fallback = ${word('fallback', 'vi', now?.fallback)},
      fallback_en = ${word('fallback', 'en', now?.fallback_en)}, threshold = coalesce(threshold, ${guideThreshold}),
      synonyms = case when synonyms = ${JSON.stringify(firstSynonyms)}::jsonb then ${JSON.stringify(synonyms)}::jsonb else synonyms end
    where workspace_id = ${workspaceId}`.execute(tx)
}

function valuesOf({ config }: Platform): Record<string, string> {
  return { brand: config.BRAND_NAME, address: config.publicUrl }
}

function isMadeOf(template: string, words: string): boolean {
  const pattern = template
    .split(/\{\w+\}/)
    .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.{1,300}?')
  return new RegExp(`^${pattern}$`, 'su').test(words)
}
