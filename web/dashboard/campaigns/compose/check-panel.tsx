import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useState } from 'react'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { maySendTexts } from '#shared/texts/campaigns/may-send-texts.ts'
import { templatesTexts } from '#shared/texts/campaigns/templates-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { adminNames } from '#web/parts/workspace/bot-switch.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { useTemplates } from '#web/parts/channels/templates.ts'
import { fill } from '#web/parts/language/texts.ts'
import { costWords } from '#web/dashboard/campaigns/campaign-costs.ts'
import { type Campaign, money } from '#web/dashboard/campaigns/read-campaigns.ts'
import { PaidOffer } from './paid-offer.tsx'
import { ShareBar } from '#web/dashboard/campaigns/share-bar.tsx'
import { TestSendDialog } from './test-send-dialog.tsx'
import { isReady, type useDraft } from './use-draft.ts'
import { ZaloQuota } from './zalo-quota.tsx'

type Props = { campaign: Campaign; writing: ReturnType<typeof useDraft>; onStarted: () => void }

export function CheckPanel(props: Props) {
  const texts = useTexts(campaignScreensTexts)
  const { campaign, writing } = props
  const { checked, draft, problem, again, confirm, isDoubtful } = writing
  const { language } = useLanguage()
  // Large previews are counted gradually; the row has the latest state of this one.
  const preview =
    checked && campaign.preview_id === checked.preview_id && campaign.preview?.state === 'ready'
      ? campaign.preview
      : checked?.preview
  const soFar = checked && campaign.preview_id === checked.preview_id ? (campaign.preview?.total ?? 0) : 0
  return (
    <aside className="panel campaign-check" aria-label={texts.checkTitle}>
      {preview?.state === 'ready' && checked ? (
        <Counted preview={preview} previewId={checked.preview_id} {...props} />
      ) : (
        <div className="panel-body">
          <h2>{texts.checkTitle}</h2>
          <p className="soft" role="status">
            {soFar > 0
              ? fill(texts.countedSoFar, { count: numberFormat(language).format(soFar) })
              : preview || (problem === undefined && isReady(draft))
                ? texts.counting
                : texts.notYet}
          </p>
          {problem !== undefined && (
            <>
              <Notice tone="bad">{messageOf(problem)}</Notice>
              {isDoubtful ? (
                <Button onClick={confirm}>{texts.notAdvertising}</Button>
              ) : (
                <Button onClick={again}>{texts.checkNow}</Button>
              )}
            </>
          )}
        </div>
      )}
    </aside>
  )
}

function Counted({ preview, previewId, ...props }: Props & { preview: BroadcastPreview; previewId: string }) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const sum = (list: { count: number }[]) => list.reduce((total, { count }) => total + count, 0)
  const [now, later, never] = [sum(preview.now), sum(preview.later), sum(preview.never)]
  const shown = (count: number) => numberFormat(language).format(count)
  const { exact, estimated } = preview.cost
  return (
    <>
      <div className="panel-body">
        <h2 className="voice campaign-sum">
          <span>{fill(texts.get, { count: shown(now + later) })}</span>, {fill(texts.getNot, { count: shown(never) })}
        </h2>
        <ShareBar
          parts={[
            ['bar-now', now],
            ['bar-later', later],
            ['bar-never', never],
          ]}
        />
        <p className="hint">{fill(texts.countedFor, { time: times.dateAndClock(preview.at) })}</p>
        {now > 0 && (
          <Group title={texts.getTitle} count={shown(now)}>
            {preview.now.map(({ route, kind, count, cost }) => (
              <li key={`${route}${cost > 0}`}>
                <ChannelIcon kind={kind} size={18} />
                <b className="num">{shown(count)}</b>
                <span className="fill">
                  {texts[route === 'zalo.consultation' && cost > 0 ? 'zalo.consultation paid' : route]}
                </span>
                <span className="num">{money(cost, language)}</span>
              </li>
            ))}
          </Group>
        )}
        <Reasons title={texts.laterTitle} count={shown(later)} list={preview.later} />
        <Reasons title={texts.neverTitle} count={shown(never)} list={preview.never} />
        <PaidOffer preview={preview} writing={props.writing} />
      </div>
      <div className="campaign-total">
        <p>
          <span className="fill">{texts.total}</span>
          <b className="num">{costWords(preview.cost, texts, language)}</b>
        </p>
        {exact > 0 && estimated > 0 && (
          <ul className="campaign-costs">
            <li>
              <span className="fill">{texts.exactCost}</span>
              <span className="num">{money(exact, language)}</span>
            </li>
            <li>
              <span className="fill">{texts.estimatedCost}</span>
              <span className="num">{money(estimated, language)}</span>
            </li>
          </ul>
        )}
        {payersOf(preview).map(who => (
          <p key={who} className="hint">
            {texts[who]}
          </p>
        ))}
        <ZaloQuota preview={preview} />
        {now > 0 && <p className="hint">{fill(texts.endsAt, { time: times.dateAndClock(preview.ends_at) })}</p>}
      </div>
      <div className="panel-body">
        <StartButton people={now + later} cost={preview.cost} previewId={previewId} {...props} />
      </div>
    </>
  )
}

/** Meta's prices are estimates, Zalo's are listed. */
function payersOf({ cost: { exact, estimated } }: BroadcastPreview): ('zaloPays' | 'metaPays' | 'free')[] {
  return [
    ...(exact > 0 ? (['zaloPays'] as const) : []),
    ...(estimated > 0 ? (['metaPays'] as const) : []),
    ...(exact + estimated > 0 ? [] : (['free'] as const)),
  ]
}

function StartButton({
  people,
  cost,
  previewId,
  campaign,
  writing,
  onStarted,
}: Props & { people: number; cost: BroadcastPreview['cost']; previewId: string }) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const { role, members } = useCurrentWorkspace()
  const { busy, problem, perform } = useAction()
  const [tries, setTries] = useState(false)
  const startAt = writing.draft.start_at
  const { noTrial, trialHow } = useTexts(templatesTexts)
  const { data: known } = useTemplates()
  const words = { count: numberFormat(language).format(people), cost: costWords(cost, texts, language) }
  async function start() {
    await perform(async () => {
      const order = { preview_id: previewId, max_cost: cost.exact + cost.estimated }
      await call('POST /api/v1/broadcasts/:id/start', { params: { id: campaign.id }, body: order })
      onStarted()
    })
  }
  const { template } = writing.draft.content
  const isZalos = known?.templates.find(({ id }) => id === template?.id)?.kind === 'zalo'
  const trial =
    template && !isZalos ? (
      <p className="hint">{noTrial}</p>
    ) : (
      <>
        <Button onClick={() => setTries(true)}>{texts.trial}</Button>
        {tries && (
          <TestSendDialog id={campaign.id} {...(template && { how: trialHow })} onClose={() => setTries(false)} />
        )}
      </>
    )
  if (role !== 'admin')
    return (
      <div className="campaign-start">
        <p className="soft">{fill(texts.askAdmin, { names: adminNames(members) })}</p>
        {trial}
      </div>
    )
  return (
    <div className="campaign-start">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button
        look="filled"
        size="lg"
        disabled={people === 0}
        busy={busy}
        busyText={texts.starting}
        onClick={() => void start()}
      >
        {startAt ? fill(texts.schedule, { ...words, time: times.dateAndClock(startAt) }) : fill(texts.start, words)}
      </Button>
      {problem && <Button onClick={writing.again}>{texts.checkNow}</Button>}
      {trial}
    </div>
  )
}

function Group({ title, count, children }: { title: string; count: string; children: React.ReactNode }) {
  return (
    <section className="campaign-group">
      <h3>
        <span className="fill">{title}</span>
        <span className="num">{count}</span>
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

function Reasons({ title, count, list }: { title: string; count: string; list: BroadcastPreview['never'] }) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const explained = maySendTexts(language)
  if (list.length === 0) return null
  return (
    <Group title={title} count={count}>
      {list.map(({ reason, count: many, people, cost = 0 }) => (
        <li key={reason}>
          <details>
            <summary>
              <b className="num">{numberFormat(language).format(many)}</b> {texts[reason]}
              {cost > 0 && <span className="num">, {money(cost, language)}</span>}
            </summary>
            <p className="hint">{explained[reason]}</p>
            <p className="hint">{people.map(({ name }) => name || texts.nameless).join(', ')}</p>
          </details>
        </li>
      ))}
    </Group>
  )
}
