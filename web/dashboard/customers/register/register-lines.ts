import type { RetentionRules } from '#shared/contracts/customers/retention.contract.ts'
import { tableAsCsv } from '#shared/rules/text/csv.ts'
import type { RegisterTexts } from '#shared/texts/privacy/register-texts.ts'
import type { Language } from '#shared/words.ts'
import { fill } from '#web/parts/language/texts.ts'
import { monthsInWords } from '../retention/months-in-words.ts'

/** What the shop has set. `model`: null if no text leaves the installation. */
export type Configuration = {
  channels: readonly ('facebook' | 'zalo' | 'website')[]
  model: string | null
  rules: RetentionRules
}
type Line = Record<(typeof registerColumns)[number], string>

export const registerColumns = ['activity', 'purpose', 'data', 'recipients', 'retained'] as const

export function registerLines({ channels, model, rules }: Configuration, texts: RegisterTexts): Line[] {
  const platforms = (['facebook', 'zalo', 'website'] as const)
    .filter(kind => channels.includes(kind))
    .map(kind => ({ facebook: texts.meta, zalo: texts.zalo, website: texts.website })[kind])
  const provider = model === null ? [] : [fill(texts.model, { name: model })]
  const months = (count: number | null) => monthsInWords(count, texts)
  const line = (
    name: 'answering' | 'customers' | 'campaigns' | 'requests' | 'team',
    others: string[],
    retained: string,
  ) => ({
    activity: texts[name],
    purpose: texts[`${name}Purpose`],
    data: texts[`${name}Data`],
    recipients: [texts.ownTeam, ...others].join('; '),
    retained,
  })
  return [
    line('answering', [...platforms, ...provider], retained(rules, texts)),
    line('customers', [], months(rules.customers)),
    line('campaigns', platforms, texts.campaignsRetained),
    line('requests', [], months(rules.requests)),
    line('team', [], texts.teamRetained),
  ]
}

function retained({ conversations, files }: RetentionRules, texts: RegisterTexts): string {
  const talks = monthsInWords(conversations, texts)
  return files === null ? talks : `${talks} ${fill(texts.filesRetained, { months: monthsInWords(files, texts) })}`
}

export function registerCsv(lines: Line[], texts: RegisterTexts, language: Language): string {
  const rows = [
    registerColumns.map(column => texts[column]),
    ...lines.map(line => registerColumns.map(column => line[column])),
  ]
  return tableAsCsv(rows, language)
}
