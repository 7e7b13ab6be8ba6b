import { addresses } from '#shared/addresses.ts'
import { Icon } from '#web/kit/icon.tsx'
import { DocumentLink } from './document-link.tsx'
import type { DocumentProps } from './document-page.ts'

/** Where the two buttons lead: the plan can be changed there. */
const payAt = { stripe: `${addresses.stripePayment}?plan=pro`, payoneer: `${addresses.payoneerPayment}?plan=pro` }

const promises = [
  { icon: 'lock', title: 'paySecure', text: 'paySecureText' },
  { icon: 'circle-check', title: 'payInstant', text: 'payInstantText' },
  { icon: 'message-circle', title: 'paySupport', text: 'paySupportText' },
  { icon: 'shield-check', title: 'payGuarantee', text: 'payGuaranteeText' },
] as const

export function PaymentGuidePage({ t, language }: DocumentProps) {
  return (
    <div className="wide narrow-page">
      <div className="page-head">
        <h1 className="headline">{t.payHead}</h1>
        <p className="lead">{t.payIntro}</p>
      </div>
      <ul className="promises">
        {promises.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} size="lg" />
            <div>
              <h2>{t[title]}</h2>
              <p>{t[text]}</p>
              {title === 'payGuarantee' && (
                <DocumentLink language={language} to={addresses.refund} className="link link-alone">
                  {t.payConditions}
                </DocumentLink>
              )}
            </div>
          </li>
        ))}
      </ul>
      <aside className="note" aria-labelledby="transfer-note">
        <Icon name="triangle-alert" size="lg" />
        <div>
          <h2 id="transfer-note">{t.payNoteTitle}</h2>
          <p>{t.payNote}</p>
        </div>
      </aside>
      <section className="plain-part">
        <h2>{t.payCycle}</h2>
        <p>{t.payCycleText}</p>
      </section>
      <p className="pay-buttons">
        <a className="btn btn-filled btn-lg" href={payAt.stripe}>
          {t.payStripe}
        </a>
        <a className="btn btn-outline btn-lg" href={payAt.payoneer}>
          {t.payPayoneer}
        </a>
      </p>
      <p className="fine">
        {t.payNow}{' '}
        <a className="link" href={`${addresses.payment}?plan=pro`}>
          {t.payTransfer}
        </a>
      </p>
    </div>
  )
}
