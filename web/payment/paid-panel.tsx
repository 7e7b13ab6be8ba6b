import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { usePlanName } from '#web/parts/workspace/plans.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { messagesOf } from './pack-label.ts'
import type { ShownOrder } from './use-order.ts'

const countFrom = 5

export function PaidPanel({ order }: { order: ShownOrder }) {
  const texts = useTexts(paymentTexts)
  const times = useTimes()
  const planName = usePlanName()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [left, setLeft] = useState(countFrom)
  const [stays, setStays] = useState(false)
  useEffect(() => {
    if (stays) return
    if (left === 0) {
      void navigate(addresses.billing, { replace: true })
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, stays, navigate])
  return (
    <section className="pay-paid">
      <PetalMeter filled={5} width={120} />
      <div role="status">
        <h2>
          {order.packs
            ? fill(texts.extraPaidTitle, { count: messagesOf(order.packs, language) })
            : fill(texts.successTitle, { plan: planName(order.plan) })}
        </h2>
        <p className="soft">
          {fill(order.packs ? texts.extraPaidText : texts.successText, { date: times.date(order.period_end) })}
        </p>
      </div>
      <div className="pay-acts">
        <Link className={buttonClass('filled', 'lg')} to={addresses.billing} replace>
          {texts.goBilling}
        </Link>
        <Link className={buttonClass('outline', 'lg')} to={addresses.dashboard} replace>
          {texts.goDashboard}
        </Link>
      </div>
      {!stays && (
        <p className="muted num pay-count">
          {fill(texts.countdown, { seconds: left })}{' '}
          <Button look="quiet" size="sm" onClick={() => setStays(true)}>
            {texts.stay}
          </Button>
        </p>
      )}
    </section>
  )
}
