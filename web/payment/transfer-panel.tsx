import { useState } from 'react'
import { formatMoney, plainAmount } from '#shared/rules/money/money.ts'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'
import { duration } from '#web/parts/time/relative-times.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { CancelOrder } from './cancel-order.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { TransferCode } from './transfer-code.tsx'
import type { ShownOrder, TransferDetails } from './use-order.ts'

export function TransferPanel({ order, details }: { order: ShownOrder; details: TransferDetails }) {
  const texts = useTexts(paymentTexts)
  const { language } = useLanguage()
  const amount = formatMoney(details.amount, order.currency, language)
  return (
    <section className="pay-way pay-way-on" aria-labelledby="pay-transfer">
      <div className="pay-way-head">
        <div className="fill">
          <h2 id="pay-transfer">{texts.bank}</h2>
          <p className="soft">{texts.bankText}</p>
        </div>
      </div>
      <div className="pay-transfer">
        <div className="pay-code-side">
          <TransferCode
            text={details.qr}
            label={fill(texts.qr, { amount, memo: details.memo })}
            save={texts.saveQr}
            name={details.memo}
          />
          <ValidUntil at={order.expires_at} />
        </div>
        <div>
          <Facts order={order} details={details} amount={amount} />
          <Notice>
            <MemoNote text={texts.memoNote} memo={details.memo} />
          </Notice>
        </div>
      </div>
      <Progress order={order} />
      <p className="pay-foot">
        <CancelOrder order={order} />
      </p>
    </section>
  )
}

function MemoNote({ text, memo }: { text: string; memo: string }) {
  const [before = '', after = ''] = text.split('{memo}')
  return (
    <>
      {before}
      <b>{memo}</b>
      {after}
    </>
  )
}

function Facts({ order, details, amount }: { order: ShownOrder; details: TransferDetails; amount: string }) {
  const texts = useTexts(paymentTexts)
  const facts = [
    { name: texts.bankName, shown: details.bank || details.bin, text: details.bank || details.bin },
    { name: texts.account, shown: details.account, text: details.account },
    { name: texts.holder, shown: details.holder, text: details.holder },
    { name: texts.amount, shown: amount, text: plainAmount(details.amount, order.currency) },
    { name: texts.memo, shown: details.memo, text: details.memo, memo: true },
  ].filter(fact => fact.text !== '')
  return (
    <dl className="pay-facts">
      {facts.map(({ name, shown, text, memo }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={memo ? 'pay-memo num' : 'num'}>
            <span>{shown}</span>
          </dd>
          <dd>
            <CopyButton
              className="btn-quiet"
              text={text}
              copy={texts.copy}
              copied={texts.copied}
              name={fill(texts.copyWhat, { what: name })}
              onRefused={() => showErrorToast(texts.copyFailed)}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ValidUntil({ at }: { at: string }) {
  const texts = useTexts(paymentTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const now = useMoment()
  const left = Date.parse(at) - now.getTime()
  return (
    <p className="muted num pay-until">
      <Icon name="clock" size="sm" />
      <span>
        {fill(texts.validUntil, { time: times.dateAndClock(at) })}
        {left > 0 && <>, {fill(texts.timeLeft, { time: duration(language, left) })}</>}
      </span>
    </p>
  )
}

function Progress({ order }: { order: ShownOrder }) {
  const texts = useTexts(paymentTexts)
  const { language } = useLanguage()
  const [proving, setProving] = useState(false)
  const money = (amount: number) => formatMoney(amount, order.currency, language)
  const review = order.status_detail === 'proof_review'
  const partial = order.received > 0
  const title = partial
    ? fill(texts.partial, { received: money(order.received), due: money(order.due) })
    : review
      ? texts.review
      : texts.waiting
  return (
    <div className="pay-waits">
      <PetalMeter filled="waiting" width={40} />
      <div className="fill" role="status">
        <b>{title}</b>
        <p className="soft">{partial ? texts.partialText : review ? texts.reviewText : texts.waitingText}</p>
      </div>
      <Button size="sm" onClick={() => setProving(true)}>
        {review ? texts.sendProofAgain : texts.sendProof}
      </Button>
      {proving && <ProofDialog orderId={order.id} onClose={() => setProving(false)} />}
    </div>
  )
}
