import { numberFormat } from '#shared/rules/text/number-format.ts'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { sendReasons } from '#shared/rules/campaigns/send-question.ts'
import { explainChannelCode } from '#shared/texts/channels/channels-texts.ts'
import { type CampaignScreensTexts, campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { templatesTexts } from '#shared/texts/campaigns/templates-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Bubble } from '#web/kit/bubble.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { takenText } from '#web/parts/channels/templates.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { confirmedParts } from './campaign-costs.ts'
import { CampaignActions } from './campaign-actions.tsx'
import { hadNobody } from './had-nobody.ts'
import { LinkClicks } from './link-clicks.tsx'
import { CampaignLayout } from './campaign-layout.tsx'
import { ShownPicture } from './compose/picture-field.tsx'
import { ShareBar } from './share-bar.tsx'
import { AbTestResult } from './ab-test-result.tsx'
import { type Campaign, countsOf, money, useAnswers } from './read-campaigns.ts'

type Props = { campaign: Campaign; onChanged: () => void }

export function ProgressPage({ campaign, onChanged }: Props) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const counts = countsOf(campaign)
  const shown = (count: number) => numberFormat(language).format(count)
  const words = {
    ...{ sent: shown(counts.sent), total: shown(counts.meant), answered: shown(counts.answered) },
    time: campaign.start_at ? times.dateAndClock(campaign.start_at) : '',
  }
  const state = campaign.status === 'draft' ? 'planning' : campaign.status
  const { reason } = campaign
  return (
    <CampaignLayout title={campaign.name}>
      <div className="campaign-head">
        <div className="fill">
          <h2 className="voice campaign-large">{fill(texts[`${state}Head`], words)}</h2>
          <p className="soft">
            {campaign.done_at
              ? fill(texts.doneText, {
                  time: times.dateAndClock(campaign.done_at),
                  cost: money(campaign.spent, language),
                })
              : texts.closePage}
          </p>
        </div>
        <CampaignActions campaign={campaign} onChanged={onChanged} />
      </div>
      {state === 'paused' && reason && <Notice>{texts[pauseText(reason)]}</Notice>}
      {state === 'cancelled' && reason === 'overdue' && <Notice>{texts.overdueEnd}</Notice>}
      {hadNobody(campaign) && <Notice>{texts.nobodyThere}</Notice>}
      <section className="panel campaign-progress" aria-label={texts.progress}>
        <ShareBar
          parts={[
            ['bar-now', counts.sent],
            ['bar-later', counts.unsure],
            ['bar-failed', counts.failed],
            ['bar-never', counts.waiting],
          ]}
        />
        <ul>
          <Count count={shown(counts.sent)} text={texts.arrived} />
          {/* Without reports from a platform it is unknown, not zero. */}
          <Count count={counts.read > 0 ? shown(counts.read) : '–'} text={texts.read} />
          {counts.hasLinks && <Count count={shown(counts.clicked)} text={texts.clicked} />}
          {counts.unsure > 0 && <Count count={shown(counts.unsure)} text={texts.unsure} />}
          <Count count={shown(counts.failed)} text={texts.failedCount} />
          <Count count={shown(counts.waiting)} text={texts.waiting} />
          <Count count={shown(counts.skipped)} text={texts.skipped} />
          <Count count={shown(counts.refused)} text={texts.refusedCount} />
        </ul>
      </section>
      <div className="campaign-columns">
        <Answers id={campaign.id} counts={counts} />
        <div className="campaign-side">
          <AbTestResult campaign={campaign} />
          <LinkClicks campaign={campaign} />
          <TheMessage campaign={campaign} />
          <Why campaign={campaign} />
        </div>
      </div>
    </CampaignLayout>
  )
}

function Count({ count, text }: { count: string; text: string }) {
  return (
    <li>
      <b className="num">{count}</b> {text}
    </li>
  )
}

function Answers({ id, counts }: { id: string; counts: ReturnType<typeof countsOf> }) {
  const { language } = useLanguage()
  const count = numberFormat(language).format(counts.answered)
  const refused = numberFormat(language).format(counts.refused)
  const texts = useTexts(campaignScreensTexts)
  const answers = useAnswers(id).data?.recipients ?? []
  return (
    <section className="panel" aria-label={texts.answered}>
      <header className="panel-head">
        <h2>{fill(counts.refused > 0 ? texts.answersAndRefused : texts.answersTitle, { count, refused })}</h2>
      </header>
      {answers.length === 0 ? (
        <p className="panel-body soft">{texts.noAnswers}</p>
      ) : (
        <ul className="campaign-answers">
          {answers.map(({ id: key, name, kind, refused, answer, conversation_id: talk }) => (
            <li key={key}>
              {kind && <ChannelIcon kind={kind} size={18} />}
              <span className="fill">
                <b>{talk ? <Link to={addresses.conversation.replace(':conversationId', talk)}>{name}</Link> : name}</b>
                <span className="soft ell">{answer}</span>
              </span>
              {refused && <span className="chip">{texts.refused}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function TheMessage({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const maxCost = campaign.max_cost ?? 0
  const parts = confirmedParts(campaign.preview?.cost, maxCost)
  const taken = takenText(campaign.counters.taken ?? {}, useTexts(templatesTexts))
  return (
    <section className="panel" aria-label={texts.theMessage}>
      <header className="panel-head">
        <h2>{texts.theMessage}</h2>
      </header>
      <div className="panel-body campaign-message">
        {[campaign.content.texts, campaign.content.b?.texts].flatMap((all, at) =>
          Object.entries(all ?? {}).map(([of, text]) => (
            <Bubble key={`${of}${at}`} author="member" lang={of}>
              {campaign.content.b && `${at === 0 ? 'A' : 'B'}. `}
              {withPlaces(text ?? '', texts)}
            </Bubble>
          )),
        )}
        {campaign.content.picture && <ShownPicture picture={campaign.content.picture} />}
        {(campaign.content.buttons ?? []).length > 0 && (
          <ul className="campaign-pressed" aria-label={texts.buttons}>
            {campaign.content.buttons?.map(({ title }) => (
              <li key={title.vi ?? title.en} className="chip">
                {title[language] ?? title.vi ?? title.en}
              </li>
            ))}
          </ul>
        )}
        <dl className="facts">
          <dt>{texts.purpose}</dt>
          <dd>{texts[campaign.purpose === 'ask' ? 'service' : campaign.purpose]}</dd>
          <dt>{texts.cost}</dt>
          <dd className="num">
            {maxCost > 0
              ? fill(texts.spent, { spent: money(campaign.spent, language), max: money(maxCost, language) })
              : texts.free}
            {parts && (
              <p className="hint">
                {fill(texts.confirmedCosts, {
                  exact: money(parts.exact, language),
                  estimated: money(parts.estimated, language),
                })}
              </p>
            )}
          </dd>
          {taken && (
            <>
              <dt>{texts.byZalo}</dt>
              <dd className="num">{taken}</dd>
            </>
          )}
        </dl>
      </div>
    </section>
  )
}

function withPlaces(text: string, texts: CampaignScreensTexts): string {
  return text.replace(/\{\{([^{}|]*)(?:\|[^{}]*)?\}\}/g, (_whole, name: string) => {
    const place = name.trim()
    return `[${place === 'customer_name' ? texts.customersName : place.replace('field:', '').replaceAll('_', ' ')}]`
  })
}

function Why({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const reasons = Object.entries(campaign.counters.reasons ?? {}).toSorted(([, a], [, b]) => (b ?? 0) - (a ?? 0))
  if (reasons.length === 0) return null
  return (
    <section className="panel" aria-label={texts.why}>
      <header className="panel-head">
        <h2>{texts.why}</h2>
      </header>
      <ul className="campaign-group panel-body">
        {reasons.map(([code, count]) => {
          const reason = sendReasons.find(known => known === code)
          return (
            <li key={code}>
              <b className="num">{numberFormat(language).format(count ?? 0)}</b>
              <span className="fill">{reason ? texts[reason] : <Failed code={code} />}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Failed({ code }: { code: string }) {
  const { language } = useLanguage()
  const { title, text } = explainChannelCode(language, code)
  return (
    <details>
      <summary>{title}</summary>
      <p className="hint">{text}</p>
    </details>
  )
}

const pauseTexts = {
  cost_limit: 'cost_limitPause',
  template: 'templatePause',
  ads: 'adsPause',
  plan: 'planPause',
} as const
type PauseText = 'person' | 'channel' | 'refusals' | 'failures' | 'restored'

/** Two of the reasons have the words of the recipients' reason of the same name. */
function pauseText(reason: string) {
  return reason in pauseTexts ? pauseTexts[reason as keyof typeof pauseTexts] : (reason as PauseText)
}
