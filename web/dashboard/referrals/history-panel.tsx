import { type ReactNode, useId, useState } from 'react'
import type { Referrals, ShownEarning, ShownWithdrawal } from '#shared/contracts/referrals.results.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { clawedBack } from '#shared/rules/money/referral.ts'
import { type ReferralsTexts, referralsTexts } from '#shared/texts/billing/referrals-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { Chip, type ChipTone } from '#web/kit/tag.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { shortNameOf } from '#web/parts/workspace/plans.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { accountLabel } from './account-label.ts'
import { useReadAnew } from './referral-rows.ts'
import { TableCell, DataTable, TableRow } from '#web/kit/data-table.tsx'

const open = ['requested', 'approved', 'sent']

export function HistoryPanel({ referrals: { withdrawals, earnings } }: { referrals: Referrals }) {
  const texts = useTexts(referralsTexts)
  const [out, setOut] = useState<'all' | 'open' | 'over'>('all')
  const [came, setCame] = useState<'all' | 'waits' | 'usable' | 'lost'>('all')
  const shownOut = withdrawals.filter(one => out === 'all' || open.includes(one.status) === (out === 'open'))
  const shownCame = earnings.filter(one => came === 'all' || groupOf(one) === came)
  return (
    <section className="panel referral-history">
      <History
        title={texts.withdrawals}
        columns={[texts.date, texts.toAccount, texts.amount, texts.status, texts.actions]}
        empty={withdrawals.length === 0 ? texts.noWithdrawals : texts.noneLike}
        rows={shownOut.map(one => (
          <WithdrawalRow key={one.id} withdrawal={one} />
        ))}
        filter={
          withdrawals.length > 0 && (
            <SegmentedControl
              label={`${texts.filter}: ${texts.withdrawals}`}
              value={out}
              onChoose={setOut}
              options={(['all', 'open', 'over'] as const).map(value => ({ value, text: texts[value] }))}
            />
          )
        }
      />
      <History
        title={texts.earnings}
        columns={[texts.date, texts.shop, texts.order, texts.youGet, texts.status]}
        empty={earnings.length === 0 ? texts.noEarnings : texts.noneLike}
        rows={shownCame.map(one => (
          <EarningRow key={one.id} earning={one} />
        ))}
        filter={
          earnings.length > 0 && (
            <SegmentedControl
              label={`${texts.filter}: ${texts.earnings}`}
              value={came}
              onChoose={setCame}
              options={(['all', 'waits', 'usable', 'lost'] as const).map(value => ({ value, text: texts[value] }))}
            />
          )
        }
      />
    </section>
  )
}

function groupOf({ status }: ShownEarning): 'waits' | 'usable' | 'lost' {
  return status === 'available' ? 'usable' : status === 'reversed' ? 'lost' : 'waits'
}

function History({
  title,
  columns,
  empty,
  rows,
  filter,
}: {
  title: string
  columns: string[]
  empty: string
  rows: ReactNode[]
  filter: ReactNode
}) {
  const id = useId()
  return (
    <>
      <div className="referral-head">
        <h2 id={id}>{title}</h2>
        {filter}
      </div>
      {rows.length === 0 ? (
        <p className="referral-empty soft">{empty}</p>
      ) : (
        <DataTable className="referral-table" labelledBy={id} columns={columns}>
          {rows}
        </DataTable>
      )}
    </>
  )
}

function WithdrawalRow({ withdrawal }: { withdrawal: ShownWithdrawal }) {
  const texts = useTexts(referralsTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const { amount, currency, status, requested_at, reference } = withdrawal
  const money = formatMoney(amount, currency, language)
  const note = noteOf(texts, withdrawal)
  return (
    <TableRow>
      <TableCell className="num muted referral-date">{times.date(requested_at)}</TableCell>
      <TableCell className="referral-what">
        {accountLabel(withdrawal)}
        {note && <span className="muted">{note}</span>}
        {reference && <span className="muted num">{fill(texts.reference, { reference })}</span>}
      </TableCell>
      <TableCell className="num referral-amount">
        <b>{money}</b>
      </TableCell>
      <TableCell className="referral-status">
        <StateChip of={withdrawalStates[status]} text={texts[status === 'paid' ? 'paidOut' : status]} />
      </TableCell>
      <TableCell className="referral-acts">
        {status === 'requested' && <CancelButton id={withdrawal.id} money={money} />}
      </TableCell>
    </TableRow>
  )
}

const withdrawalStates: Record<ShownWithdrawal['status'], [ChipTone, IconName]> = {
  requested: ['warning', 'clock'],
  approved: ['info', 'check'],
  sent: ['info', 'send-horizontal'],
  paid: ['ok', 'circle-check'],
  rejected: ['bad', 'circle-x'],
  cancelled: ['plain', 'x'],
  failed: ['bad', 'circle-x'],
}

function noteOf(texts: ReferralsTexts, { status, reason }: ShownWithdrawal): string | undefined {
  if (status === 'cancelled') return texts.backAgain
  if (status !== 'rejected' && status !== 'failed') return undefined
  return `${reason === clawedBack ? texts.clawedBack : (reason ?? '')}. ${texts.backAgain}`
}

function CancelButton({ id, money }: { id: string; money: string }) {
  const texts = useTexts(referralsTexts)
  const readAnew = useReadAnew()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  async function cancel() {
    await perform(async () => {
      await call('POST /api/v1/withdrawals/:id/cancel', { params: { id } })
      showToast(fill(texts.cancelledToast, { amount: money }))
    })
    readAnew()
  }
  return (
    <Button
      size="sm"
      look="quiet"
      busy={busy}
      aria-label={fill(texts.cancelOf, { amount: money })}
      onClick={() => void cancel()}
    >
      {texts.cancelOne}
    </Button>
  )
}

function EarningRow({ earning }: { earning: ShownEarning }) {
  const texts = useTexts(referralsTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const { earned_at, shop, plan, kind, amount, currency, status, matures_at, reason } = earning
  const words = {
    pending: fill(texts.pendingUntil, { date: times.date(matures_at) }),
    available: texts.usable,
    held: texts.held,
    reversed: texts.reversed,
  }
  const reasons = { refund: texts.reasonRefund, dispute: texts.reasonDispute, refused: texts.reasonRefused }
  return (
    <TableRow>
      <TableCell className="num muted referral-date">{times.date(earned_at)}</TableCell>
      <TableCell className="referral-what">
        {shop ?? texts.someShop}
        {reason && <span className="muted">{reasons[reason]}</span>}
      </TableCell>
      <TableCell className="soft referral-order">{fill(texts[kind], { plan: shortNameOf(plan) })}</TableCell>
      <TableCell className="num referral-amount">
        <b>{formatMoney(amount, currency, language)}</b>
      </TableCell>
      <TableCell className="referral-status">
        <StateChip of={earningStates[status]} text={words[status]} />
      </TableCell>
    </TableRow>
  )
}

const earningStates: Record<ShownEarning['status'], [ChipTone, IconName]> = {
  pending: ['warning', 'clock'],
  available: ['ok', 'circle-check'],
  held: ['info', 'eye'],
  reversed: ['bad', 'circle-x'],
}

function StateChip({ of: [tone, icon], text }: { of: [ChipTone, IconName]; text: string }) {
  return (
    <Chip tone={tone} icon={icon}>
      {text}
    </Chip>
  )
}
