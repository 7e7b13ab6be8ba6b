import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useState } from 'react'
import type { DeskRefund } from '#shared/contracts/operator.results.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import type { Language } from '#shared/words.ts'
import { type OperatorTexts, operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ActDialog } from '#web/operator/act-dialog.tsx'
import { useHouseTimes, useRefunds } from '#web/operator/desk-lists.ts'
import { DeskItem, DeskPanel } from '#web/operator/desk-panel.tsx'
import { DisputedChip } from './disputed-chip.tsx'

type Act = 'approve' | 'reject' | 'sent' | 'arrived' | 'failed' | 'again'

/** After approval a provider's refund runs by itself; it needs a person again only if it failed there. */
function actsOf({ status, by_provider, by_hand }: DeskRefund): Act[] {
  if (status === 'requested') return ['approve', 'reject']
  if (by_provider && status === 'failed') return ['again', 'sent']
  if ((by_provider && !by_hand) || status === 'succeeded') return []
  return status === 'sent' ? ['arrived', 'failed'] : ['sent']
}

export function RefundPanel() {
  const texts = useTexts(operatorTexts)
  const { language } = useLanguage()
  const [asked, setAsked] = useState<{ refund: DeskRefund; act: Act }>()
  return (
    <DeskPanel title={texts.refunds} query={useRefunds()} empty={texts.noRefunds}>
      {refunds => (
        <>
          <ul>
            {refunds.map(refund => (
              <RefundItem key={refund.id} refund={refund} onAct={act => setAsked({ refund, act })} />
            ))}
          </ul>
          {asked && (
            <ActDialog
              {...wordsOf(texts, asked.act, {
                name: asked.refund.workspace ?? texts.someWorkspace,
                amount: formatMoney(asked.refund.amount, asked.refund.currency, language),
              })}
              address={`POST /api/v1/operator/refunds/:id/${asked.act}`}
              id={asked.refund.id}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </DeskPanel>
  )
}

function RefundItem({ refund, onAct }: { refund: DeskRefund; onAct(act: Act): void }) {
  const texts = useTexts(operatorTexts)
  const { language } = useLanguage()
  const times = useHouseTimes()
  const share = numberFormat(language, { style: 'percent' })
  const meta = fill(texts.refundMeta, {
    method: texts[refund.method],
    date: refund.settled_at ? times.date(refund.settled_at) : '',
    share: share.format(refund.usage_ratio),
    code: refund.memo_code,
  })
  const acts = actsOf(refund)
  return (
    <DeskItem
      name={refund.workspace ?? texts.someWorkspace}
      amount={formatMoney(refund.amount, refund.currency, language)}
      text={
        <>
          {meta}
          {refund.reason && <q className="op-quote">{refund.reason}</q>}
          {refund.note && <span className="op-quote">{refund.note}</span>}
        </>
      }
    >
      <StateOf refund={refund} />
      {refund.together.length > 0 && (
        <Chip>{fill(texts.refundTogether, { amount: sumOf(refund.together, language) })}</Chip>
      )}
      {refund.disputed && <DisputedChip />}
      {refund.due_by && <span className="muted num">{fill(texts.dueBy, { date: times.date(refund.due_by) })}</span>}
      {refund.by_provider && !refund.by_hand && (refund.status === 'approved' || refund.status === 'sent') && (
        <span className="muted">{texts.byProvider}</span>
      )}
      <span className="op-decide">
        {acts.map((act, index) => (
          <Button
            key={act}
            size="sm"
            look={index === 0 ? (act === 'approve' ? 'filled' : 'outline') : 'quiet'}
            aria-label={`${nameOf(texts, act)}: ${refund.workspace ?? texts.someWorkspace}`}
            onClick={() => onAct(act)}
          >
            {nameOf(texts, act)}
          </Button>
        ))}
      </span>
    </DeskItem>
  )
}

function sumOf(together: DeskRefund['together'], language: Language): string {
  return together.map(({ amount, currency }) => formatMoney(amount, currency, language)).join(' + ')
}

function StateOf({ refund: { status, path, part } }: { refund: DeskRefund }) {
  const texts = useTexts(operatorTexts)
  if (status === 'succeeded')
    return (
      <Chip tone="info" icon="circle-check">
        {part ? texts.partBack : texts.wholeBack}
      </Chip>
    )
  if (status === 'requested')
    return (
      <Chip tone="warning" icon="eye">
        {texts.requested}
      </Chip>
    )
  if (status === 'failed')
    return (
      <Chip tone="bad" icon="circle-x">
        {texts.failed}
      </Chip>
    )
  if (status === 'sent')
    return (
      <Chip tone="info" icon="clock">
        {texts.sent}
      </Chip>
    )
  return (
    <Chip tone="ok" icon="circle-check">
      {path === 'auto' ? texts.autoApproved : texts.reviewApproved}
    </Chip>
  )
}

function nameOf(texts: OperatorTexts, act: Act): string {
  const names = {
    approve: texts.approveRefund,
    reject: texts.reject,
    sent: texts.markSent,
    arrived: texts.markArrived,
    failed: texts.markFailed,
    again: texts.sendAgain,
  }
  return names[act]
}

function wordsOf(texts: OperatorTexts, act: Act, values: { name: string; amount: string }) {
  const note = [{ name: 'note', label: texts.reason }]
  const reference = [{ name: 'reference', label: texts.referenceSeen }]
  const words = {
    approve: { title: texts.approveRefundTitle, text: texts.approveRefundText, done: texts.refundApproved },
    reject: { title: texts.rejectRefundTitle, text: texts.rejectRefundText, done: texts.rejected, fields: note },
    sent: { title: texts.markSentTitle, text: texts.markSentText, done: texts.refundSent, fields: reference },
    arrived: { title: texts.markArrivedTitle, text: texts.markArrivedText, done: texts.refundDone },
    again: { title: texts.sendAgainTitle, text: texts.sendAgainText, done: texts.sendAgainDone },
    failed: { title: texts.markFailedTitle, text: texts.markFailedText, done: texts.refundFailed, fields: note },
  }[act]
  return { ...words, title: fill(words.title, values), act: nameOf(texts, act), danger: act === 'reject' }
}
