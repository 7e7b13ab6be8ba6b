import { numberFormat } from '#shared/rules/text/number-format.ts'
import type { HealthFact } from '#shared/contracts/operator.results.ts'
import { hookWords, type InstallationTexts, installationTexts } from '#shared/texts/operator/installation-texts.ts'
import type { Language } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { timeAgo, useNow } from '#web/parts/time/relative-times.ts'
import { useHealth, useHouseTimes } from './desk-lists.ts'
import { DeskPanel } from './desk-panel.tsx'

const tones = { ok: 'ok', look: 'warning', bad: 'bad' } as const
const icons = { ok: 'circle-check', look: 'eye', bad: 'triangle-alert' } as const

export function HealthPanel() {
  const texts = useTexts(installationTexts)
  const { language } = useLanguage()
  const times = useHouseTimes()
  const now = useNow()
  return (
    <DeskPanel title={texts.health} query={useHealth()} empty="">
      {facts => (
        <ul>
          {facts.map(fact => (
            <li key={`${fact.name} ${fact.text ?? ''}`} className="op-item op-fact">
              <b>{titleOf(texts, fact)}</b>
              <span className="soft num op-text">{wordsOf(texts, fact, language, times.dateAndClock, now)}</span>
              <Chip tone={tones[fact.state]} icon={icons[fact.state]}>
                {texts[fact.state]}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </DeskPanel>
  )
}

const names: Record<string, string> = {
  facebook: 'Messenger',
  zalo: 'Zalo',
  website: 'Website',
  stripe: 'Stripe',
  payoneer: 'Payoneer',
  sepay: 'SePay',
  casso: 'Casso',
}

function titleOf(texts: InstallationTexts, { name, text }: HealthFact): string {
  if (name === 'backup' && text === 's3') return texts.backupS3
  return fill(texts[name], { name: nameOf(text) })
}

function nameOf(text = ''): string {
  return names[text] ?? text
}

function wordsOf(
  texts: InstallationTexts,
  fact: HealthFact,
  language: Language,
  clock: (at: string) => string,
  now: number,
): string {
  const { name, text, count = 0, of = 0, at, bytes = 0, ofBytes = 0, state, fault } = fact
  const values = {
    count,
    of,
    name: nameOf(text),
    time: at ? clock(at) : '',
    ago: at ? timeAgo(language, at, now, texts.justNow) : '',
    size: sizeOf(bytes, language),
    whole: sizeOf(ofBytes, language),
    seen: fact.hook?.seen ?? '',
  }
  const line = (words: string) => fill(words, values)
  if (name === 'jobs')
    return [line(texts.jobsText), state === 'bad' ? line(texts.jobsLate) : ''].filter(Boolean).join('. ')
  if (name === 'hooks') return hookWords(texts, fact).map(line).join(' ')
  if (name === 'mail') return line(text === 'smtp' ? texts.mailSmtp : texts.mailCaptured)
  if (name === 'payments') return line(at ? texts.paymentsText : texts.paymentsNever)
  if (name === 'model') return line(text === 'embedded' ? texts.modelEmbedded : texts.modelText)
  if (name === 'database') return line(text === 'embedded' ? texts.databaseEmbedded : texts.databaseText)
  if (fault) return texts[`store_${fault}`]
  if (name === 'backup' && !at) return text === 'off' ? texts.backupOff : texts.backupNever
  return line(texts[`${name}Text`])
}

function sizeOf(bytes: number, language: Language): string {
  const giga = bytes >= 1e9
  const form = { style: 'unit', unit: giga ? 'gigabyte' : 'megabyte', maximumFractionDigits: giga ? 1 : 0 } as const
  return numberFormat(language, form).format(bytes / (giga ? 1e9 : 1e6))
}
