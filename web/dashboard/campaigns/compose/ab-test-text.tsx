import { numberFormat } from '#shared/rules/text/number-format.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import type { Language } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { TextField } from './text-field.tsx'
import type { useDraft } from './use-draft.ts'

const shares = [10, 20, 30, 50]
const waits = [1, 2, 4, 8, 24]

type Props = { writing: ReturnType<typeof useDraft>; languages: Language[] }

/** Half get each text, or a sample decides which one the rest get. */
export function AbTestText({ writing, languages }: Props) {
  const texts = useTexts(campaignScreensTexts)
  const { language: shown } = useLanguage()
  const { draft, change } = writing
  const { content } = draft
  const { b } = content
  const changePart = (part: Partial<NonNullable<typeof b>> | null) =>
    change({ content: { ...content, b: part && { texts: {}, share: null, hours: 4, ...b, ...part } } })
  if (!b)
    return (
      <div>
        <Button look="quiet" icon="plus" onClick={() => changePart({})}>
          {texts.tryTwo}
        </Button>
      </div>
    )
  return (
    <div className="campaign-choice campaign-second">
      {languages.map(language => (
        <TextField
          key={language}
          isSecond
          language={language}
          writing={writing}
          text={b.texts[language] ?? ''}
          onWrite={text => changePart({ texts: { ...b.texts, [language]: text } })}
        />
      ))}
      <SelectField
        label={texts.share}
        value={String(b.share ?? '')}
        options={[
          { value: '', text: texts.shareAll },
          ...shares.map(share => ({ value: String(share), text: fill(texts.shareSome, { share }) })),
        ]}
        onChoose={chosen => changePart({ share: chosen ? Number(chosen) : null })}
      />
      {b.share !== null && (
        <SelectField
          label={texts.decideAfter}
          value={String(b.hours)}
          options={waits.map(hours => ({
            value: String(hours),
            text: fill(texts.hoursLater, { count: numberFormat(shown).format(hours) }),
          }))}
          onChoose={chosen => changePart({ hours: Number(chosen) })}
        />
      )}
      <p className="hint">{b.share === null ? texts.shareAllHint : texts.shareSomeHint}</p>
      <Button look="quiet" onClick={() => changePart(null)}>
        {texts.oneOnly}
      </Button>
    </div>
  )
}
