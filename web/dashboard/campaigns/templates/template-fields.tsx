import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { Template } from '#shared/contracts/campaigns/templates.results.ts'
import type { TemplateParam, TemplateValues } from '#shared/rules/campaigns/template-values.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { templatesTexts } from '#shared/texts/campaigns/templates-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useTemplates } from '#web/parts/channels/templates.ts'
import { fill } from '#web/parts/language/texts.ts'
import { money, useFieldPlaces } from '../read-campaigns.ts'
import './templates.css'

const named = /^(?:ten|ten_?khach(?:_?hang)?|customer(?:_?name)?|name|ho_?ten|khach_?hang)$/i

export type ChosenTemplate = { id: string; values: Record<string, string> }

/** In đồng, of the more expensive route; null: free, or Zalo has not reported a price. */
export function highestPrice({ kind, price_uid: uid, price_phone: phone }: Template): number | null {
  if (kind !== 'zalo' || (uid === null && phone === null)) return null
  return Math.max(uid ?? 0, phone ?? 0)
}

type Props = {
  value: { id: string; values: TemplateValues } | null | undefined
  onChoose: (chosen: ChosenTemplate, template: Template) => void
  onValues: (chosen: ChosenTemplate) => void
}

export function TemplateFields({ value, onChoose, onValues }: Props) {
  const texts = useTexts(templatesTexts)
  const { nameInstead } = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const { data } = useTemplates()
  const approved = data?.templates.filter(one => one.state === 'approved' && one.described_at) ?? []
  const chosen = approved.find(one => one.id === value?.id)
  const values = value?.values ?? {}
  const choose = (id: string) => {
    const template = approved.find(one => one.id === id)
    if (!template) return
    const first = template.params.filter(({ name }) => named.test(name))
    const filled = Object.fromEntries(first.map(({ name }) => [name, `{{customer_name|${nameInstead}}}`]))
    onChoose({ id, values: filled }, template)
  }
  if (data && approved.length === 0)
    return (
      <p className="soft">
        {texts.noApproved}{' '}
        <Link className="link" to={addresses.templates}>
          {texts.toTemplates}
        </Link>
      </p>
    )
  return (
    <>
      <SelectField
        label={texts.choose}
        value={chosen?.id ?? ''}
        options={[
          { value: '', text: texts.chooseFirst },
          ...approved.map(({ id, name, kind, price_uid: price }) => ({
            value: id,
            text: [name, kind === 'zalo' ? 'Zalo' : 'Messenger', price ? money(price, language) : '']
              .filter(Boolean)
              .join(' · '),
          })),
        ]}
        onChoose={choose}
      />
      {chosen && <Costs template={chosen} />}
      {chosen?.body && <p className="template-body">{chosen.body}</p>}
      {chosen && (
        <div className="template-values">
          {chosen.params.map(param => (
            <Value
              key={param.name}
              param={param}
              value={values[param.name] ?? ''}
              onValue={written => onValues({ id: chosen.id, values: { ...values, [param.name]: written } })}
            />
          ))}
        </div>
      )}
    </>
  )
}

function Costs({ template }: { template: Template }) {
  const { kind, tag, price_uid: price, price_phone: phone } = template
  const texts = useTexts(templatesTexts)
  const { language } = useLanguage()
  // Customers who never wrote are reached by phone number, at that price.
  const toNumbers =
    kind === 'zalo' && phone !== null && phone !== price
      ? fill(texts.costsToNumbers, { price: money(phone, language) })
      : ''
  return (
    <p className="hint">
      {tag && fill(texts.forPurpose, { purpose: texts[tag].toLowerCase() })}{' '}
      {kind === 'facebook' || price === 0
        ? texts.costsNothing
        : price === null
          ? texts.costsUnknown
          : fill(texts.costs, { price: money(price, language), platform: 'Zalo' })}{' '}
      {toNumbers}
    </p>
  )
}

type ValueProps = { param: TemplateParam; value: string; onValue: (value: string) => void }

function Value({ param: { name, type, max_length: max, required }, value, onValue }: ValueProps) {
  const texts = useTexts(templatesTexts)
  const { nameInstead } = useTexts(campaignScreensTexts)
  const places = useFieldPlaces().data ?? []
  const hint = type === 'date' ? texts.hintDate : fill(type === 'number' ? texts.hintNumber : texts.hintText, { max })
  return (
    <div className="template-value">
      <Field
        label={required ? name : `${name} ${texts.optional}`}
        hint={hint}
        value={value}
        maxLength={500}
        onValue={onValue}
      />
      <SelectField
        label={`${texts.insert}: ${name}`}
        labelHidden
        value=""
        options={[
          { value: '', text: texts.insert },
          ...(type === 'text' ? [{ value: `{{customer_name|${nameInstead}}}`, text: texts.customer }] : []),
          ...places.map(({ name: text, place }) => ({ value: `{{field:${place}}}`, text })),
        ]}
        onChoose={onValue}
      />
    </div>
  )
}
