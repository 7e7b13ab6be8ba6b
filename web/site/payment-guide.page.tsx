import { Fragment } from 'react'
import { addresses } from '#shared/addresses.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { DocumentLink } from './frame/document-link.tsx'
import type { DocumentProps } from './document-page.ts'

const ways = [
  { kind: 'stripe', text: 'payStripe', to: addresses.stripePayment },
  { kind: 'payoneer', text: 'payPayoneer', to: addresses.payoneerPayment },
  { kind: 'bank', text: 'payTransfer', to: addresses.payment },
] as const

const promises = [
  { icon: 'lock', title: 'paySecure', text: 'paySecureText', only: 'pays.stripe' },
  { icon: 'circle-check', title: 'payInstant', text: 'payInstantText', only: 'pays.stripe' },
  { icon: 'message-circle', title: 'paySupport', text: 'paySupportText', only: 'brand' },
  { icon: 'shield-check', title: 'payGuarantee', text: 'payGuaranteeText', only: 'brand' },
] as const

/** The server fills in which methods are set up. */
export function PaymentGuidePage({ t, language }: DocumentProps) {
  return (
    <div className="wide narrow-page">
      <div className="page-head">
        <h1 className="headline">{t.payHead}</h1>
        <p className="lead">{t.payIntro}</p>
      </div>
      <ul className="promises">
        {promises.map(({ icon, title, text, only }) => (
          <Fragment key={title}>
            {`{{#${only}}}`}
            <li>
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
            {`{{/${only}}}`}
          </Fragment>
        ))}
      </ul>
      {'{{#pays.bank}}'}
      <aside className="note" aria-labelledby="transfer-note">
        <Icon name="triangle-alert" size="lg" />
        <div>
          <h2 id="transfer-note">{t.payNoteTitle}</h2>
          <p>{t.payNote}</p>
        </div>
      </aside>
      {'{{/pays.bank}}'}
      <section className="plain-part">
        <h2>{t.payCycle}</h2>
        <p>{t.payCycleText}</p>
      </section>
      <p className="pay-buttons">
        {ways.map(({ kind, text, to }) => (
          <Fragment key={kind}>
            {`{{#pays.${kind}}}`}
            <a className={`btn {{look.${kind}}} btn-lg`} href={`${to}?plan=pro`}>
              {t[text]}
            </a>
            {`{{/pays.${kind}}}`}
          </Fragment>
        ))}
        {'{{#pays.none}}'}
        <DocumentLink language={language} to={addresses.contact} className="btn btn-outline btn-lg">
          {t.contact}
        </DocumentLink>
        {'{{/pays.none}}'}
      </p>
      {'{{#pays.any}}'}
      <p className="fine">{t.payNow}</p>
      {'{{/pays.any}}{{#pays.none}}'}
      <p className="fine">{t.payNotHere}</p>
      {'{{/pays.none}}'}
    </div>
  )
}
