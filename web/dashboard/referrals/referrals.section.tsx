import { useState } from 'react'
import type { ReferralFigures, Referrals } from '#shared/contracts/referrals.results.ts'
import { type Currency, formatMoney } from '#shared/rules/money/money.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { referralsTexts } from '#shared/texts/billing/referrals-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { AdminsOnly } from '#web/parts/workspace/admins-only.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { HistoryPanel } from './history-panel.tsx'
import { policyValues } from './policy-values.ts'
import { ReferralLink } from './referral-link.tsx'
import { useReferrals } from './referral-rows.ts'
import './referrals.css'
import { WithdrawPanel } from './withdraw-panel.tsx'

export function ReferralsSection() {
  const names = useTexts(dashboardTexts)
  return (
    <SectionPage title={names.referrals}>
      <AdminsOnly>
        <Opened />
      </AdminsOnly>
    </SectionPage>
  )
}

function Opened() {
  const texts = useTexts(referralsTexts)
  return (
    <QueryState
      query={useReferrals()}
      failed={texts.loadFailed}
      skeleton={
        <div className="referrals" role="status" aria-label={texts.loading}>
          <Skeleton height={210} />
          <Skeleton height={90} />
          <Skeleton height={320} />
        </div>
      }
    >
      {referrals => <Shown referrals={referrals} />}
    </QueryState>
  )
}

function Shown({ referrals }: { referrals: Referrals }) {
  const texts = useTexts(referralsTexts)
  const used = referrals.figures.filter(one => one.currency === 'VND' || isUsed(one))
  const [chosen, setChosen] = useState<Currency>('VND')
  const figures = used.find(one => one.currency === chosen) ?? used[0]
  if (!figures) return null
  return (
    <div className="referrals">
      <ReferralLink link={referrals.link} code={referrals.code} />
      {used.length > 1 && (
        <div>
          <SegmentedControl
            label={texts.currency}
            value={figures.currency}
            onChoose={setChosen}
            options={used.map(({ currency }) => ({ value: currency, text: currency }))}
          />
        </div>
      )}
      <Figures referrals={referrals} figures={figures} />
      <Debt figures={figures} />
      <div className="referral-columns">
        <WithdrawPanel referrals={referrals} figures={figures} />
        <HistoryPanel referrals={referrals} />
      </div>
      <Rules />
    </div>
  )
}

/** Dollars are shown only to those who have some or named an account for them. */
function isUsed({ earned, available, pending, withdrawing, paid, owed }: ReferralFigures): boolean {
  return earned + available + pending + withdrawing + paid + owed > 0
}

function Figures({ referrals, figures }: { referrals: Referrals; figures: ReferralFigures }) {
  const texts = useTexts(referralsTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const { currency, earned, pending, paid } = figures
  const money = (amount: number) => formatMoney(amount, currency, language)
  const next = referrals.earnings
    .filter(one => one.status === 'pending' && one.currency === currency)
    .map(one => one.matures_at)
    .toSorted()[0]
  return (
    <dl className="figures referral-figures" aria-label={texts.figures}>
      <div>
        <dt>{texts.signUps}</dt>
        <dd>
          {referrals.sign_ups} <small>{fill(texts.paying, { count: referrals.paying })}</small>
        </dd>
      </div>
      <div>
        <dt>{texts.earned}</dt>
        <dd>{money(earned)}</dd>
      </div>
      <div>
        <dt>{fill(texts.pending, { days: policyValues(language).holdDays })}</dt>
        <dd>
          {money(pending)} {next && <small>{fill(texts.nextOn, { date: times.date(next) })}</small>}
        </dd>
      </div>
      <div>
        <dt>{texts.paid}</dt>
        <dd>{money(paid)}</dd>
      </div>
    </dl>
  )
}

function Debt({ figures: { owed, currency } }: { figures: ReferralFigures }) {
  const texts = useTexts(referralsTexts)
  const { language } = useLanguage()
  if (owed === 0) return null
  return (
    <Notice>
      <b>{fill(texts.owedTitle, { amount: formatMoney(owed, currency, language) })}</b> {texts.owedText}
    </Notice>
  )
}

function Rules() {
  const texts = useTexts(referralsTexts)
  const { language } = useLanguage()
  const words = policyValues(language)
  const rules = [
    fill(texts.ruleEarn, words),
    fill(texts.ruleFriend, { ...words, days: words.cookieDays }),
    fill(texts.ruleWait, { days: words.holdDays }),
    fill(texts.ruleUse, { min: words.minVnd, minOther: words.minUsd }),
    fill(texts.ruleTwo, words),
    texts.ruleFair,
  ]
  return (
    <section className="panel referral-rules" aria-labelledby="referral-rules">
      <h2 id="referral-rules">{texts.rules}</h2>
      <ul>
        {rules.map(rule => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}
