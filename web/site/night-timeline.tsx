import type { ReactNode } from 'react'
import type { SiteTexts } from '#shared/texts/site/site-texts.ts'
import { ChannelIcon, type ChannelKind } from '#web/kit/icons/channel-icon.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { BotIcon } from '#web/parts/illustrations/bot-icon.tsx'
import { Bud, Moon, FlowerIllustration, FullMeterIllustration } from './illustrations.tsx'

export function NightTimeline({ t }: { t: SiteTexts }) {
  return (
    <>
      <section className="night">
        <div className="wide">
          <Moon />
          <h2 className="headline">{t.nightTitle}</h2>
          <p className="lead">{t.nightLead}</p>
          <p className="colour-rule">
            <span>
              <Bud tone="bot" />
              {t.greenIsBot}
            </span>
            <span>
              <Bud tone="person" />
              {t.pinkIsYou}
            </span>
          </p>
          <ol>
            <Hour at="23:48" tone="bot" title={t.sourceTitle} text={t.sourceText}>
              <p className="drop">{t.sourceAsk}</p>
              <p className="drop drop-bot">{t.sourceAnswer}</p>
              <p className="quote">
                “<mark>{t.sourceQuote}</mark> {t.sourceRest}”
              </p>
              <p className="drop-meta">
                <FullMeterIllustration />
                {t.sourceSure}
              </p>
            </Hour>
            <Hour at="01:17" tone="unsure" title={t.honestTitle} text={t.honestText}>
              <p className="drop">{t.honestAsk}</p>
              <p className="drop drop-bot">{t.honestAnswer}</p>
              <p className="drop-meta kept">
                <Icon name="circle-help" size="sm" />
                {t.honestUnanswered}
              </p>
            </Hour>
            <Hour at="04:30" tone="still" title={t.quietTitle} text={t.quietText} />
          </ol>
        </div>
        <div className="waterline" aria-hidden="true">
          <FlowerIllustration open="full" />
        </div>
      </section>
      <Morning t={t} />
    </>
  )
}

function Morning({ t }: { t: SiteTexts }) {
  return (
    <section className="morning">
      <div className="wide">
        <ol>
          <Hour at="07:12" tone="person" title={t.morningTitle} text={t.morningText}>
            <Waiting t={t} initials="NA" hue="teal" kind="zalo" name="Trần Ngọc Ánh" text={t.morningOne} />
            <Waiting t={t} initials="QB" hue="blue" kind="facebook" name="Lê Quốc Bảo" text={t.morningTwo} />
            <Waiting t={t} initials="4F" hue="green" kind="website" name={t.visitor} text={t.morningThree} />
            <p className="drop-meta handled">
              <BotIcon />
              {t.othersHandled}
            </p>
          </Hour>
          <Hour at="07:14" tone="person" title={t.backTitle} text={t.backText}>
            <p className="drop drop-member">{t.demoPerson}</p>
            <p className="drop-meta out">Hạnh · 07:14</p>
            <p className="drop-system">
              <Icon name="pause" size="sm" />
              {t.backPaused}
            </p>
          </Hour>
          <Hour at="08:15" tone="bot" title={t.checkTitle} text={t.checkText}>
            <b className="voice check-count">{t.checkCount}</b>
            <span className="check-bar" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            <p className="changed">
              {t.checkOne} <del>{t.checkOneOld}</del> <ins>{t.checkOneNew}</ins>
            </p>
            <p className="changed">
              {t.checkTwo} <del>{t.checkTwoOld}</del> <ins>{t.checkTwoNew}</ins>
            </p>
          </Hour>
        </ol>
      </div>
    </section>
  )
}

function Hour({
  at,
  tone,
  title,
  text,
  children,
}: {
  at: string
  tone: 'bot' | 'person' | 'unsure' | 'still'
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <li className="at-hour">
      <time dateTime={at}>{at}</time>
      <span className="stalk">
        <Bud tone={tone} />
      </span>
      <div className="hour-text">
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {children && <div className="scene">{children}</div>}
    </li>
  )
}

function Waiting({
  t,
  initials,
  hue,
  kind,
  name,
  text,
}: {
  t: SiteTexts
  initials: string
  hue: 'teal' | 'blue' | 'green'
  kind: ChannelKind
  name: string
  text: string
}) {
  return (
    <div className="waiting">
      <span className={`face face-${hue}`} aria-hidden="true">
        {initials}
        <ChannelIcon kind={kind} size={18} hidden />
      </span>
      <div>
        <b>{name}</b>
        <p>{text}</p>
      </div>
      <span className="needs">
        <Icon name="hand" size="sm" />
        {t.needPerson}
      </span>
    </div>
  )
}
