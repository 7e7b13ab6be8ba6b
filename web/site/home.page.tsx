import { addressIn, addresses } from '#shared/addresses.ts'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { BotIcon } from '#web/parts/illustrations/bot-icon.tsx'
import { LeafIllustration } from '#web/parts/illustrations/leaf-illustration.tsx'
import { AskBotLink } from './frame/ask-bot-link.tsx'
import { CallToAction } from './call-to-action.tsx'
import { DocumentLink } from './frame/document-link.tsx'
import type { DocumentProps } from './document-page.ts'
import { FlowerIllustration } from './illustrations.tsx'
import { NightTimeline } from './night-timeline.tsx'
import { PlanCards } from './plan-cards.tsx'
import { Questions } from './questions-list.tsx'
import { TrialLink } from './frame/trial-link.tsx'

export function HomePage(props: DocumentProps) {
  return (
    <>
      <Hero {...props} />
      <NightTimeline t={props.t} />
      <Details {...props} />
      <Steps {...props} />
      <Illustrations {...props} />
      <section className="wide section" id="pricing">
        <PlanCards {...props} level="h2" />
      </section>
      <Questions {...props} />
      <CallToAction {...props} />
    </>
  )
}

function Hero(props: DocumentProps) {
  const { t } = props
  return (
    <section className="hero">
      <div className="wide hero-columns">
        <div className="hero-words">
          <h1>{t.heroTitle}</h1>
          <p className="hero-lead">{t.heroLead}</p>
          <div className="hero-ways">
            <TrialLink t={t} />
            <AskBotLink {...props} className="btn btn-outline btn-lg">
              <Icon name="message-circle" />
              {t.askBot}
            </AskBotLink>
          </div>
          <ul className="facts">
            {[t.factNoCard, t.factOff, t.factSource].map(fact => (
              <li key={fact}>
                <Icon name="check" />
                {fact}
              </li>
            ))}
          </ul>
        </div>
        <div className="hero-demo">
          <LeafIllustration fill="#0A3A2D" />
          <DemoChat {...props} />
        </div>
      </div>
    </section>
  )
}

function DemoChat(props: DocumentProps) {
  const { t } = props
  return (
    <div className="demo">
      <div className="chat-head">
        <span className="bot-face">
          <BotIcon size={23} />
        </span>
        <div>
          <b>{t.demoShop}</b>
          <span className="demo-duty">{t.demoDuty}</span>
        </div>
        <span className="demo-channels">
          <ChannelIcon kind="facebook" />
          <ChannelIcon kind="zalo" />
          <ChannelIcon kind="website" />
        </span>
      </div>
      <div className="demo-log" role="group" aria-label={t.demoName}>
        <p className="divider hour">{t.demoNight}</p>
        <p className="drop">{t.demoAsk}</p>
        <p className="drop drop-bot">{t.demoAnswer}</p>
        <p className="cite out">
          <BotIcon size={16} />
          {t.demoSource}
        </p>
        <p className="drop">{t.demoOrder}</p>
        <p className="divider hour hour-person">
          <Icon name="hand" size="sm" />
          {t.demoHandOver}
        </p>
        <p className="drop drop-member">{t.demoPerson}</p>
        <p className="drop-meta out">{t.demoPersonAt}</p>
      </div>
      <form className="demo-ask" action={addressIn(props.language, addresses.chat)} data-ask-chat="">
        <input
          type="text"
          name="ask"
          maxLength={500}
          autoComplete="off"
          enterKeyHint="send"
          placeholder={t.tryHere}
          aria-label={t.tryHere}
        />
        <button type="submit" aria-label={t.tryHereSend}>
          <Icon name="send-horizontal" />
        </button>
      </form>
    </div>
  )
}

const small = [
  ['file-up', 'filesTitle', 'filesText'],
  ['badge-check', 'testsTitle', 'testsText'],
  ['phone', 'phoneTitle', 'phoneText'],
  ['search', 'slangTitle', 'slangText'],
  ['moon', 'hoursTitle', 'hoursText'],
  ['languages', 'twoTongues', 'twoTonguesText'],
] as const

function Details({ t, language }: DocumentProps) {
  return (
    <section className="wide section small-things">
      <h2 className="unseen">{t.sixTitle}</h2>
      <ul className="six">
        {small.map(([icon, title, text]) => (
          <li key={title}>
            <h3>
              <Icon name={icon} size="lg" />
              {t[title]}
            </h3>
            <p>{t[text]}</p>
          </li>
        ))}
      </ul>
      <DocumentLink language={language} to={addresses.features} className="link link-alone">
        {t.allFeatures}
      </DocumentLink>
    </section>
  )
}

const steps = [
  ['bud', 'stepOne', 'stepOneText'],
  ['half', 'stepTwo', 'stepTwoText'],
  ['full', 'stepThree', 'stepThreeText'],
] as const

function Steps({ t, language }: DocumentProps) {
  return (
    <section className="pond section">
      <div className="wide">
        <h2 className="headline">{t.stepsTitle}</h2>
        <p className="lead">{t.stepsLead}</p>
        <ol className="steps">
          {steps.map(([open, title, text]) => (
            <li key={title}>
              <FlowerIllustration open={open} />
              <h3>{t[title]}</h3>
              <p>{t[text]}</p>
            </li>
          ))}
        </ol>
        <DocumentLink language={language} to={addresses.guide} className="btn btn-lg btn-on-leaf">
          {t.readGuide}
        </DocumentLink>
      </div>
    </section>
  )
}

const quotes = [
  ['quoteOne', 'quoteOneWho'],
  ['quoteTwo', 'quoteTwoWho'],
  ['quoteThree', 'quoteThreeWho'],
] as const

/** Invented, and marked as such, until real ones may be shown. */
function Illustrations({ t }: DocumentProps) {
  return (
    <section className="wide section">
      <h2 className="headline">{t.quotesTitle}</h2>
      <p className="lead">{t.quotesLead}</p>
      <div className="quotes">
        {quotes.map(([words, who]) => (
          <figure key={words}>
            <blockquote>{t[words]}</blockquote>
            <figcaption>
              {t[who]}
              <span>{t.illustration}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}
