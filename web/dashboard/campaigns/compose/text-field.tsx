import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useRef } from 'react'
import { maxCampaignLength, maxMarketingLength, wholeText } from '#shared/rules/campaigns/campaign-text.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { campaignTexts } from '#shared/texts/campaigns/campaign-texts.ts'
import type { Language } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useFieldPlaces } from '#web/dashboard/campaigns/read-campaigns.ts'
import { useSender } from '../rules/read-rules.ts'
import type { useDraft } from './use-draft.ts'

export function TextField({
  language,
  text,
  isSecond = false,
  writing: { draft },
  onWrite,
}: {
  language: Language
  text: string
  isSecond?: boolean
  writing: ReturnType<typeof useDraft>
  onWrite: (text: string) => void
}) {
  const texts = useTexts(campaignScreensTexts)
  const { language: screen } = useLanguage()
  const shop = useSender()
  const places = useFieldPlaces().data ?? []
  const area = useRef<HTMLTextAreaElement>(null)
  const length = [...wholeText(text, { purpose: draft.purpose, shop, language })].length
  const maxLength = draft.routes.includes('facebook.marketing') ? maxMarketingLength : maxCampaignLength
  const insert = (place: string) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = area.current ?? {}
    onWrite(`${text.slice(0, from)}{{${place}}}${text.slice(to)}`)
    area.current?.focus()
  }
  return (
    <div className="campaign-text">
      <TextareaField
        ref={area}
        label={
          isSecond
            ? language === 'vi'
              ? texts.second
              : texts.secondEnglish
            : language === 'vi'
              ? texts.text
              : texts.textEnglish
        }
        lang={language}
        rows={5}
        value={text}
        onValue={onWrite}
      />
      {draft.purpose !== 'service' && (
        <p className="campaign-always">
          <Icon name="lock" size="sm" />
          <span lang={language}>{fill(texts.always, { words: campaignTexts(language).footer })}</span>
        </p>
      )}
      <div className="row flex-wrap campaign-tools">
        <Button size="sm" onClick={() => insert(`customer_name|${texts.nameInstead}`)}>
          {texts.insert}
        </Button>
        {places.length > 0 && (
          <SelectField
            label={texts.insertField}
            labelHidden
            small
            value=""
            options={[
              { value: '', text: texts.insertField },
              ...places.map(({ name, place }) => ({ value: place, text: name })),
            ]}
            onChoose={place => place && insert(`field:${place}|`)}
          />
        )}
        <span className={length > maxLength ? 'campaign-too-long' : 'hint'}>
          {fill(texts.letters, { count: length, max: numberFormat(screen).format(maxLength) })}
        </span>
      </div>
    </div>
  )
}
