import { addressIn, addresses } from '#shared/addresses.ts'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { AskBotLink } from './frame/ask-bot-link.tsx'
import { DocumentLink } from './frame/document-link.tsx'
import type { DocumentProps } from './document-page.ts'

/** Without scripts the form posts normally and the server shows this page again: `sent`, or with the `problem`. */
export function ContactPage(props: DocumentProps) {
  const { t } = props
  return (
    <div className="wide contact">
      <div className="page-head">
        <h1 className="headline">{t.contactHead}</h1>
        <p className="lead">{t.contactIntro}</p>
      </div>
      <div className="contact-columns">
        <section className="card" id="request" data-island="contact">
          <div className="request-sent" role="status" tabIndex={-1} hidden={props.variant !== 'sent'}>
            <Icon name="circle-check" size="lg" />
            <h2>{t.requestSent}</h2>
            <p>{t.requestSentText}</p>
            <DocumentLink language={props.language} to={addresses.contact} className="link link-alone">
              {t.requestAnother}
            </DocumentLink>
          </div>
          {props.variant !== 'sent' && <RequestForm {...props} />}
        </section>
        <OtherWays {...props} />
      </div>
    </div>
  )
}

function RequestForm({ t, language, variant }: DocumentProps) {
  return (
    <form
      action={addressIn(language, addresses.contact)}
      method="post"
      data-missing={t.contactMissing}
      data-wrong={t.contactWrong}
      data-failed={t.requestFailed}
      data-sending={t.sendingRequest}
    >
      <p className="form-problem" role="alert" hidden={variant !== 'problem'}>
        {variant === 'problem' ? '{{problem}}' : ''}
      </p>
      <div className="field">
        <label htmlFor="email_or_phone">{t.contactField}</label>
        <input
          id="email_or_phone"
          name="email_or_phone"
          type="text"
          required
          maxLength={254}
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby="email_or_phone-hint"
        />
        <p className="hint" id="email_or_phone-hint">
          {t.contactFieldHint}
        </p>
      </div>
      <div className="field">
        <label htmlFor="name">
          {t.contactName} <span className="optional">({t.optional})</span>
        </label>
        <input id="name" name="name" type="text" maxLength={200} autoComplete="name" />
      </div>
      <div className="field">
        <label htmlFor="message">
          {t.contactMessage} <span className="optional">({t.optional})</span>
        </label>
        <textarea id="message" name="message" rows={4} maxLength={2000} aria-describedby="message-hint" />
        <p className="hint" id="message-hint">
          {t.contactMessageHint}
        </p>
      </div>
      <input type="hidden" name="token" defaultValue="" />
      <button type="submit" className="btn btn-filled btn-lg">
        {t.sendRequest}
      </button>
      <p className="hint">{t.contactPurpose}</p>
    </form>
  )
}

function OtherWays(props: DocumentProps) {
  const { t, language } = props
  return (
    <aside className="other-ways" aria-labelledby="other-ways">
      <h2 id="other-ways">{t.otherWays}</h2>
      <ul>
        <li>
          <Icon name="message-circle" size="lg" />
          <div>
            <AskBotLink {...props} className="link">
              {t.byChat}
            </AskBotLink>
            <p>{t.byChatText}</p>
          </div>
        </li>
        {'{{#zalo_url}}'}
        <li>
          <ChannelIcon kind="zalo" hidden />
          <div>
            <a className="link" href="{{zalo_url}}" rel="noopener">
              {t.byZalo}
            </a>
          </div>
        </li>
        {'{{/zalo_url}}{{#messenger_url}}'}
        <li>
          <ChannelIcon kind="facebook" hidden />
          <div>
            <a className="link" href="{{messenger_url}}" rel="noopener">
              {t.byMessenger}
            </a>
          </div>
        </li>
        {'{{/messenger_url}}{{#support_email}}'}
        <li>
          <Icon name="mail" size="lg" />
          <div>
            <a className="link" href="mailto:{{support_email}}">
              {t.byMail}
            </a>
            <p>{'{{support_email}}'}</p>
          </div>
        </li>
        {'{{/support_email}}{{#support_phone}}'}
        <li>
          <Icon name="phone" size="lg" />
          <div>
            <a className="link" href="tel:{{phone_link}}">
              {t.byPhone}
            </a>
            <p className="num">{'{{support_phone}}'}</p>
          </div>
        </li>
        {'{{/support_phone}}{{#postal_address}}'}
        <li>
          <Icon name="map-pin" size="lg" />
          <div>
            <b>{t.byAddress}</b>
            <p>{'{{postal_address}}'}</p>
          </div>
        </li>
        {'{{/postal_address}}'}
        <li>
          <Icon name="book-open" size="lg" />
          <div>
            <DocumentLink language={language} to={addresses.guide} className="link">
              {t.byGuide}
            </DocumentLink>
            <p>{t.byGuideText}</p>
          </div>
        </li>
      </ul>
    </aside>
  )
}
