import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readPlans } from '#features/billing/plans/read-plans.ts'
import type { Platform } from '#platform/platform.ts'
import { fillTokens, type PricedPlan, siteValues } from '#shared/rules/website/site-values.ts'
import { houseTexts } from '#shared/texts/site/house-texts.ts'
import type { Language } from '#shared/words.ts'
import { siteSettings } from './site-settings.ts'

export type Guide = { title: string; bytes: Buffer; sha256: string }

const content = resolve(import.meta.dirname, '../../../content')

export async function readGuide(platform: Platform, language: Language): Promise<Guide> {
  const { config } = platform
  const { plans } = await readPlans(platform)
  const values = siteValues(siteSettings(config), plans as PricedPlan[], language)
  const markdown = await readFile(resolve(content, language, 'guide.md'), 'utf8')
  const bytes = Buffer.from(asDocument(fillTokens(markdown, values), config.publicUrl))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { title: houseTexts(language).guide, bytes, sha256 }
}

export function asDocument(markdown: string, address: string): string {
  return markdown
    .replace(/^!\[[^\]]*\]\([^)]*\)\s*$/gm, '')
    .replace(/\[([^\]]+)\]\((\/[^)]*)\)/g, (_link, words: string, path: string) => `${words} (${address}${path})`)
    .replace(/\n{3,}/g, '\n\n')
}
