import type { TemplateState } from '#shared/contracts/campaigns/templates.contract.ts'
import type { Template } from '#shared/contracts/campaigns/templates.results.ts'
import { templatesTexts } from '#shared/texts/campaigns/templates-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { money } from '../read-campaigns.ts'

const looks: Record<TemplateState, string> = {
  pending: 'chip chip-info',
  approved: 'chip chip-ok',
  rejected: 'chip chip-warning',
  paused: 'chip chip-warning',
  disabled: 'chip chip-warning',
  gone: 'chip',
}

export function TemplateItem({ template }: { template: Template }) {
  const texts = useTexts(templatesTexts)
  const { language } = useLanguage()
  const { state, reason, tag, kind, body, params, preview_url: preview, price_uid: price } = template
  const cost =
    kind === 'facebook' || price === 0
      ? texts.priceFree
      : price === null
        ? texts.priceUnknown
        : fill(texts.price, { price: money(price, language) })
  const names = params.map(({ name }) => name).join(', ')
  return (
    <li>
      <p className="row flex-wrap">
        <b>{template.name}</b>
        <span className={looks[state]}>{texts[state]}</span>
      </p>
      <p className="soft num">
        {[tag && texts[tag], cost, names ? fill(texts.places, { places: names }) : texts.noPlaces]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {body !== null && <p className="template-body">{body}</p>}
      {template.daily_quota !== null && template.quota_left !== null && (
        <p className="hint num">{fill(texts.left, { left: template.quota_left, max: template.daily_quota })}</p>
      )}
      {reason && <p className="hint">{fill(texts.why, { reason })}</p>}
      {preview && (
        <a className="link" href={preview} target="_blank" rel="noreferrer">
          {texts.preview}
        </a>
      )}
    </li>
  )
}
