import { useQuery } from '@tanstack/react-query'
import type { DeskWithdrawal } from '#shared/contracts/referrals.results.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { payoutDeskTexts } from '#shared/texts/operator/payout-desk-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { QrCode } from '#web/parts/sharing/qr-code.tsx'
import { fill } from '#web/parts/language/texts.ts'

/** Fetched once, on request: each view is recorded in the shop's log. */
export function PayoutFacts({ withdrawal: { id, amount, currency } }: { withdrawal: DeskWithdrawal }) {
  const texts = useTexts(payoutDeskTexts)
  const { language } = useLanguage()
  const { data, error } = useQuery({
    // Not among the desk's lists, which are polled.
    queryKey: ['payout', id],
    queryFn: () => call('GET /api/v1/operator/withdrawals/:id/payout', { params: { id } }),
    staleTime: Infinity,
    gcTime: 0,
  })
  if (error)
    return (
      <Notice tone="bad">
        {texts.payFailed} {messageOf(error)}
      </Notice>
    )
  if (!data) return <SkeletonRows rows={2} label={texts.payLoading} />
  const money = formatMoney(amount, currency, language)
  return (
    <>
      {data.qr && <QrCode text={data.qr} label={fill(texts.qr, { amount: money, account: data.account })} />}
      <dl className="facts">
        {data.bank && (
          <>
            <dt>{texts.bank}</dt>
            <dd>{data.bank}</dd>
          </>
        )}
        <dt>{data.bank ? texts.account : texts.payoneer}</dt>
        <dd className="num">{data.account}</dd>
        <dt>{texts.holder}</dt>
        <dd>{data.holder}</dd>
        {data.memo && (
          <>
            <dt>{texts.memo}</dt>
            <dd className="num">{data.memo}</dd>
          </>
        )}
      </dl>
    </>
  )
}
