import { maxStarterLength, maxStarters } from '#shared/contracts/bot/bot-settings.contract.ts'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Draft } from '#web/dashboard/configuration/draft.ts'
import { PhraseList } from '#web/dashboard/configuration/phrase-list.tsx'
import { SettingRow } from '#web/dashboard/configuration/setting-row.tsx'
import { useStarters } from './use-starters.ts'

/** Own questions, else those written from the documents, which become own ones with the first change. */
export function StarterList({ settings, set }: Draft) {
  const texts = useTexts(configurationTexts)
  const { language } = useLanguage()
  const starters = useStarters()
  const saved = settings.widget_starters
  const spoken = settings.language_policy === 'customer' ? language : settings.language_policy
  const written = starters?.suggested[spoken] ?? []
  const items = saved ?? written
  const isListed = (question: string) => items.some(item => foldedQuestion(item) === foldedQuestion(question))
  const offers = items.length < maxStarters ? (starters?.asked ?? []).filter(question => !isListed(question)) : []
  const change = (next: string[]) => set({ widget_starters: next.length > 0 ? next : null })
  return (
    <SettingRow title={texts.starters} text={texts.startersText}>
      <PhraseList
        label={texts.starters}
        placeholder={texts.startersPlaceholder}
        items={items}
        limit={maxStarters}
        maxLength={maxStarterLength}
        ordered
        check={item => (isListed(item) ? texts.already : undefined)}
        onItems={change}
      />
      {offers.length > 0 && (
        <div className="phrase-offers" role="group" aria-label={texts.startersAsked}>
          <span className="soft">{texts.startersAsked}</span>
          {offers.map(question => (
            <Button
              key={question}
              size="sm"
              icon="plus"
              aria-label={fill(texts.startersTake, { item: question })}
              onClick={() => change([...items, question])}
            >
              {question}
            </Button>
          ))}
        </div>
      )}
      {!saved && <p className="muted">{written.length > 0 ? texts.startersWritten : texts.startersDefault}</p>}
      {saved && written.length > 0 && (
        <Button size="sm" look="quiet" icon="rotate-cw" onClick={() => set({ widget_starters: null })}>
          {texts.startersAgain}
        </Button>
      )}
    </SettingRow>
  )
}
