import { addressIn, addresses } from '#shared/addresses.ts'
import type { SiteTexts } from '#shared/texts/site/site-texts.ts'
import { intervals, type ListedPlan, type Metric } from '#shared/words.ts'
import { fill } from '#web/parts/language/texts.ts'
import { DocumentLink } from './frame/document-link.tsx'
import type { DocumentProps } from './document-page.ts'
import { PlanSwitches } from './plan-switches.tsx'

const plans = [
  { plan: 'trial', name: 'planTrial', wanted: 'planTrialFor' },
  { plan: 'hobby', name: 'planHobby', wanted: 'planHobbyFor' },
  { plan: 'pro', name: 'planPro', wanted: 'planProFor' },
  { plan: 'custom', name: 'planCustom', wanted: 'planCustomFor' },
] as const

const limits = ['messages', 'connections', 'documents', 'members'] as const

/** Two switches and the style sheet alone choose the period and currency. */
export function PlanCards(props: DocumentProps & { level: 'h2' | 'none' }) {
  const { t, level, language } = props
  const PlanName = level === 'h2' ? 'h3' : 'h2'
  return (
    <div className="plans">
      <div className="plans-head">
        <div>
          {level === 'h2' && <h2 className="headline">{t.priceTitle}</h2>}
          <p className="lead">
            {t.priceLead} {t.guarantee} (
            <DocumentLink language={language} to={addresses.refund} className="link">
              {t.conditions}
            </DocumentLink>
            ).
          </p>
        </div>
        <PlanSwitches t={t} language={language} />
      </div>
      <div className="plan-cards">
        {plans.map(({ plan, name, wanted }) => (
          <section key={plan} className={`plan plan-${plan}`}>
            <PlanName>{t[name]}</PlanName>
            <p className="plan-for">{t[wanted]}</p>
            <Price plan={plan} t={t} />
            <Choose {...props} plan={plan} name={t[name]} />
            <dl>
              {limits.map(limit => (
                <div key={limit}>
                  <dt>{limit === 'messages' && plan === 'trial' ? t.messagesTrial : t[limit]}</dt>
                  <dd>{limitOf(t, plan, limit)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="fine">{t.channelFees}</p>
    </div>
  )
}

export function limitOf(t: SiteTexts, plan: ListedPlan, limit: Metric | 'crawl_pages'): string {
  const token = `{{limit.${plan}.${limit}}}`
  if (plan !== 'custom') return token
  return limit === 'members' ? t.anyNumber : fill(t.from, { count: token })
}

const currencies = ['VND', 'USD'] as const

function Price({ plan, t }: { plan: ListedPlan; t: SiteTexts }) {
  if (plan === 'custom')
    return (
      <>
        <p className="amount">{t.quoted}</p>
        <p className="amount-note">{t.quotedNote}</p>
      </>
    )
  if (plan === 'trial')
    return (
      <>
        <p className="amount">
          {currencies.map(currency => (
            <span key={currency} className={`in-${currency}`}>{`{{price.trial.${currency}}}`}</span>
          ))}
        </p>
        <p className="amount-note">{t.trialDays}</p>
      </>
    )
  return (
    <>
      {currencies.map(currency => (
        <div key={currency} className={`in-${currency}`}>
          <p className="amount by-month">
            {`{{price.${plan}.month.${currency}}}`} <small>{t.perMonth}</small>
          </p>
          <p className="amount by-year">
            {`{{monthly.${plan}.${currency}}}`} <small>{t.perMonth}</small>
          </p>
          <p className="amount-note by-month">{t.renews}</p>
          <p className="amount-note by-year">{fill(t.onceYearVnd, { price: `{{price.${plan}.year.${currency}}}` })}</p>
        </div>
      ))}
    </>
  )
}

function Choose({ t, language, plan, name }: DocumentProps & { plan: ListedPlan; name: string }) {
  if (plan === 'custom')
    return (
      <a className="btn btn-outline" href={addressIn(language, addresses.contact)} data-next="">
        {t.talk}
      </a>
    )
  if (plan === 'trial')
    return (
      <a className="btn btn-outline" href={`${addresses.auth}?mode=sign-up`}>
        {t.start}
      </a>
    )
  const text = fill(t.choose, { plan: name })
  return currencies.flatMap(currency =>
    intervals.map(interval => (
      <a
        key={currency + interval}
        className={`btn btn-outline in-${currency} by-${interval}`}
        href={`${addresses.payment}?${new URLSearchParams({ plan, interval, currency })}`}
      >
        {text}
      </a>
    )),
  )
}
