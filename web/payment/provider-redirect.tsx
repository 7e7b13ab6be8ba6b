import { useEffect } from 'react'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { buttonClass } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { payAddressOf, type ShownOrder } from './use-order.ts'

/** @param going true when the order was just placed; otherwise the user came back, and decides again */
export function ProviderRedirect({ order, going }: { order: ShownOrder; going: boolean }) {
  const texts = useTexts(paymentTexts)
  const address = payAddressOf(order)
  const stripe = order.method === 'stripe'
  useEffect(() => {
    // Replaces this page, so that going back does not redirect again.
    if (going && address) location.replace(address)
  }, [going, address])
  return (
    <section className="pay-way pay-way-on pay-hosted">
      {going && address ? (
        <div className="row gap-3" role="status">
          <PetalMeter filled="waiting" width={40} />
          <span>
            <b>{texts.opening}</b>
            <br />
            <span className="soft">{texts.openingText}</span>
          </span>
        </div>
      ) : (
        <Notice tone={address ? 'info' : 'warning'}>
          {address ? (
            <>
              <b>{texts.returned}</b> {texts.returnedText}
            </>
          ) : (
            texts.noPage
          )}
        </Notice>
      )}
      <p className="soft">{stripe ? texts.stripeLead : texts.payoneerLead}</p>
      <div className="pay-acts">
        {address && (
          <a className={buttonClass('filled', 'lg')} href={address}>
            {stripe ? texts.stripeOpen : texts.payoneerOpen}
            <Icon name="external-link" size="sm" />
          </a>
        )}
        <CancelOrder order={order} />
      </div>
    </section>
  )
}
