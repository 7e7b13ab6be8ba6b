import { useState } from 'react'
import type { StepOf } from '#shared/contracts/campaigns/sequences.contract.ts'
import { wholeText } from '#shared/rules/campaigns/campaign-text.ts'
import { paidWays, type PaidWays, withPaidWays } from '#shared/rules/campaigns/paid-ways.ts'
import { purposeOfTag } from '#shared/rules/campaigns/sending-routes.ts'
import { sequencesTexts } from '#shared/texts/campaigns/sequences-texts.ts'
import type { Language } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { CostSwitch, PaidSwitch, zaloMessage } from '../paid-switch.tsx'
import { money } from '../read-campaigns.ts'
import { useSender } from '../rules/read-rules.ts'
import { highestPrice, TemplateFields } from '../templates/template-fields.tsx'
import { TextOrTemplate } from '../templates/text-or-template.tsx'

type Writing = { step: StepOf<'message'>; onChange: (step: StepOf<'message'>) => void }
type Costs = { marketingEach: number | null }

export function MessageForm({ step, marketingEach, onChange }: Writing & Costs) {
  const texts = useTexts(sequencesTexts)
  const { language } = useLanguage()
  const [byTemplate, setByTemplate] = useState(Boolean(step.template))
  const { within_hours: within, otherwise, max_each: maxEach } = step
  return (
    <>
      <TextOrTemplate
        byTemplate={byTemplate}
        onChoose={chosen => {
          setByTemplate(chosen)
          if (step.template || maxEach) onChange({ ...step, template: null, max_each: null, marketing: false })
        }}
      />
      {byTemplate ? (
        <TemplateFields
          value={step.template}
          onChoose={(template, chosen) =>
            onChange({
              ...step,
              template,
              // Its tag limits the purpose, and its price is the spending limit.
              ...(chosen.tag && { purpose: purposeOfTag[chosen.tag] }),
              max_each: highestPrice(chosen),
            })
          }
          onValues={template => onChange({ ...step, template })}
        />
      ) : (
        <TextFields step={step} marketingEach={marketingEach} onChange={onChange} />
      )}
      <div className="sequence-fields">
        <Field
          label={texts.within}
          type="number"
          min={1}
          max={168}
          value={String(within)}
          onValue={typed => onChange({ ...step, within_hours: Math.min(168, Math.max(1, Math.round(Number(typed)))) })}
        />
        <SelectField
          label={texts.otherwise}
          value={otherwise}
          options={[
            { value: 'skip', text: texts.skip },
            { value: 'end', text: texts.endThere },
          ]}
          onChoose={chosen => onChange({ ...step, otherwise: chosen })}
        />
      </div>
      {!byTemplate && <PaidFields step={step} marketingEach={marketingEach} onChange={onChange} />}
      <p className="hint">{maxEach ? fill(texts.costsUpTo, { price: money(maxEach, language) }) : texts.freeOnly}</p>
    </>
  )
}

/** One limit for Zalo and Meta. */
function PaidFields({ step, marketingEach: each, onChange }: Writing & Costs) {
  const texts = useTexts(sequencesTexts)
  const { language } = useLanguage()
  const { purpose, max_each: maxEach } = step
  const ways = paidWays(step)
  const choose = (chosen: Partial<PaidWays>) =>
    onChange(withPaidWays(step, { ...ways, ...chosen }, { zalo: zaloMessage, meta: each ?? 0 }))
  const hint =
    each === null ? texts.marketingGone : fill(texts.marketingHint, { each: money(Math.max(each, 0), language) })
  return (
    <>
      {purpose !== 'promotion' && <PaidSwitch on={ways.zalo} onSwitch={zalo => choose({ zalo })} />}
      {/* No switch if no page can send any. */}
      {purpose !== 'service' && (each !== null || ways.meta) && (
        <CostSwitch label={texts.marketing} hint={hint} on={ways.meta} onSwitch={meta => choose({ meta })} />
      )}
      {(ways.zalo || ways.meta) && (
        <Field
          label={texts.priceMax}
          type="number"
          inputMode="numeric"
          min={1}
          max={1_000_000}
          value={String(maxEach ?? 0)}
          onValue={typed =>
            onChange({ ...step, max_each: Math.min(1_000_000, Math.max(1, Math.round(Number(typed)))) })
          }
        />
      )}
    </>
  )
}

const purposes = ['promotion', 'care', 'service'] as const

function TextFields({ step, marketingEach, onChange }: Writing & Costs) {
  const texts = useTexts(sequencesTexts)
  const shop = useSender()
  const { purpose } = step
  const length = (language: Language) => [...wholeText(step.texts[language] ?? '', { purpose, shop, language })].length
  const write = (language: Language, text: string) => onChange({ ...step, texts: { ...step.texts, [language]: text } })
  const count = Math.max(...(['vi', 'en'] as const).map(one => (step.texts[one] ? length(one) : 0)))
  return (
    <>
      <SegmentedControl
        label={texts.purpose}
        value={purpose}
        options={purposes.map(value => ({ value, text: texts[value] }))}
        // Zalo bills no promotions, Meta nothing about orders.
        onChoose={chosen => {
          const { zalo, meta } = paidWays(step)
          const ways = { zalo: zalo && chosen !== 'promotion', meta: meta && chosen !== 'service' }
          onChange({ ...withPaidWays(step, ways, { zalo: zaloMessage, meta: marketingEach ?? 0 }), purpose: chosen })
        }}
      />
      <TextareaField
        label={texts.text}
        lang="vi"
        rows={3}
        value={step.texts.vi ?? ''}
        onValue={text => write('vi', text)}
      />
      <div className="row flex-wrap">
        <Button size="sm" onClick={() => write('vi', `${step.texts.vi ?? ''}{{customer_name|${texts.nameInstead}}}`)}>
          {texts.insertName}
        </Button>
        <span className="hint">{fill(texts.letters, { count })}</span>
      </div>
      <TextareaField
        label={texts.textEnglish}
        lang="en"
        rows={2}
        value={step.texts.en ?? ''}
        onValue={text => write('en', text)}
      />
    </>
  )
}
