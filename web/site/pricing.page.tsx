import { listedPlans } from '#shared/words.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { CallToAction } from './call-to-action.tsx'
import type { DocumentProps } from './document-page.ts'
import { limitOf, PlanCards } from './plan-cards.tsx'
import { Questions } from './questions-list.tsx'

export function PricingPage(props: DocumentProps) {
  const { t } = props
  return (
    <>
      <div className="wide page-head">
        <h1 className="headline">{t.pricingHead}</h1>
        <p className="lead">{t.pricingIntro}</p>
      </div>
      <div className="wide">
        <PlanCards {...props} level="none" />
      </div>
      <Comparison {...props} />
      <Questions {...props} />
      <CallToAction {...props} />
    </>
  )
}

const names = { trial: 'planTrial', hobby: 'planHobby', pro: 'planPro', custom: 'planCustom' } as const
const limits = ['messages', 'campaigns', 'connections', 'documents', 'members', 'crawl_pages'] as const
const limitNames = { crawl_pages: 'crawlPages' } as const
const everywhere = ['every1', 'every2', 'every3', 'every4', 'every5', 'every6'] as const

function Comparison({ t }: DocumentProps) {
  return (
    <section className="wide section">
      <h2 className="headline">{t.compareTitle}</h2>
      <p className="lead">{t.compareLead}</p>
      <div className="table-frame" tabIndex={0} role="region" aria-label={t.compareTitle}>
        <table className="compare">
          <thead>
            <tr>
              <th scope="col">{t.compareWhat}</th>
              {listedPlans.map(plan => (
                <th key={plan} scope="col">
                  {t[names[plan]]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <PriceRow t={t} interval="month" label={t.priceMonth} />
            <PriceRow t={t} interval="year" label={t.priceYear} />
            {limits.map(limit => (
              <tr key={limit}>
                <th scope="row">{t[limit === 'crawl_pages' ? limitNames[limit] : limit]}</th>
                {listedPlans.map(plan => (
                  <td key={plan}>{limitOf(t, plan, limit)}</td>
                ))}
              </tr>
            ))}
            {everywhere.map(what => (
              <tr key={what}>
                <th scope="row">{t[what]}</th>
                {listedPlans.map(plan => (
                  <td key={plan}>
                    <Icon name="check" label={t.yes} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function PriceRow({ t, interval, label }: { t: DocumentProps['t']; interval: 'month' | 'year'; label: string }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{interval === 'month' ? '{{price.trial.VND}}' : '–'}</td>
      {(['hobby', 'pro'] as const).map(plan => (
        <td key={plan}>
          {`{{price.${plan}.${interval}.VND}}`}
          <small>{`{{price.${plan}.${interval}.USD}}`}</small>
        </td>
      ))}
      <td>{t.quoted}</td>
    </tr>
  )
}
