import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { casesNeeded } from '#shared/contracts/bot/gate.contract.ts'
import type { ErrorRate } from '#shared/contracts/bot/gate.results.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { BotIcon } from '#web/parts/illustrations/bot-icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Draft } from '#web/dashboard/configuration/draft.ts'
import { AccuracyChart } from './accuracy-chart.tsx'
import { AccuracySlider } from './accuracy-slider.tsx'
import { SettingsPanel } from '#web/dashboard/configuration/setting-row.tsx'
import { percentOf, slidShares, stepOf, thresholdOf } from './accuracy-steps.ts'

export function AccuracyPanel({ settings, set }: Draft) {
  const texts = useTexts(gateTexts)
  const { workspace } = useCurrentWorkspace()
  const query = useQuery({
    queryKey: ['error rate', workspace.id, workspace.knowledge_version],
    queryFn: () => call('GET /api/v1/bot/error-rate'),
  })
  const { data, error } = query
  const aside = data && (data.basis === 'own' ? fill(texts.basisOwn, { count: data.cases }) : texts.basisDevelopment)
  return (
    <SettingsPanel title={texts.sureTitle} aside={aside}>
      <QueryState
        query={query}
        failed={
          <span className="fill">
            {texts.rateFailed} {messageOf(error)}
          </span>
        }
        brief
        loading={texts.rateLoading}
      >
        {rate => <Chosen rate={rate} threshold={settings.threshold} onThreshold={threshold => set({ threshold })} />}
      </QueryState>
    </SettingsPanel>
  )
}

type ChosenProps = { rate: ErrorRate; threshold: number | null; onThreshold(threshold: number | null): void }

function Chosen({ rate, threshold, onThreshold }: ChosenProps) {
  const texts = useTexts(gateTexts)
  const { language } = useLanguage()
  const { step, exact } = stepOf(rate.steps, threshold)
  if (!step) return null
  const answered = percentOf(step.answered)
  return (
    <>
      <div>
        <p className="sure-at-most">
          {texts.atMost} <b>{step.allowed}%</b>
        </p>
        <p className="soft">{texts.atMostText}</p>
      </div>
      <AccuracySlider
        steps={rate.steps.filter(one => slidShares.includes(one.allowed) || one === step)}
        step={step}
        onStep={next => onThreshold(thresholdOf(next))}
      />
      {!exact && threshold !== null && (
        <p className="muted">
          {fill(texts.customThreshold, {
            threshold: numberFormat(language).format(threshold),
          })}
        </p>
      )}
      <AccuracyChart steps={rate.steps} step={step} />
      <div>
        <p className="sure-hundred">{texts.inHundred}</p>
        <div className="sure-split num">
          <div className="sure-answered" style={{ flexGrow: Math.max(answered, 1) }}>
            <b>
              <BotIcon />
              {fill(texts.answeredCount, { count: answered })}
            </b>
            <span>{fill(texts.answeredText, { wrong: Math.round(answered * step.wrong) })}</span>
          </div>
          <div className="sure-called" style={{ flexGrow: Math.max(100 - answered, 1) }}>
            <b>
              <Icon name="hand" />
              {fill(texts.answeredCount, { count: 100 - answered })}
            </b>
            <span>{texts.calledText}</span>
          </div>
        </div>
      </div>
      <Honest rate={rate} />
    </>
  )
}

function Honest({ rate }: { rate: ErrorRate }) {
  const texts = useTexts(gateTexts)
  const isOwn = rate.basis === 'own'
  if (isOwn && rate.unanswerable > 0) return null
  return (
    <Notice tone="info">
      {fill(isOwn ? texts.noUnanswerable : texts.tooFew, { count: rate.cases, needed: casesNeeded })}{' '}
      <Link className="link" to={`${addresses.training}?tab=tests`}>
        {texts.addCases}
      </Link>
    </Notice>
  )
}
