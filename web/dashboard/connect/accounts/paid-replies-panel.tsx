import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { paidReplies } from '#shared/contracts/channels/paid-replies.contract.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { refusedOf, useForm } from '#web/kit/forms/use-form.ts'
import { fill } from '#web/parts/language/texts.ts'
import { paidRepliesKey, usePaidReplies } from './paid-replies.ts'

type PaidReplies = z.output<typeof paidReplies>

/** What the bot may pay for replies on a Zalo account in a month, and has paid in this one. */
export function PaidRepliesPanel({ channel }: { channel: Channel }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const { role } = useCurrentWorkspace()
  const data = usePaidReplies(channel)
  if (!data) return null
  const { max_month: limit, spent, price } = data
  const shown = (amount: number) => formatMoney(amount, 'VND', language)
  const isOver = limit !== null && spent + price > limit
  return (
    <section className="panel" aria-labelledby="paid-replies">
      <div className="panel-head">
        <h2 className="fill" id="paid-replies">
          {texts.paidReplies}
        </h2>
        {limit === null && <span className="hint">{texts.paidOff}</span>}
      </div>
      <div className="panel-body stack gap-4">
        <p className="soft">{fill(texts.paidRepliesText, { price: shown(price) })}</p>
        {limit !== null && (
          <div>
            <p className="num">{fill(texts.paidUsed, { spent: shown(spent), limit: shown(limit) })}</p>
            <progress
              className="paid-replies-bar"
              value={Math.min(spent, limit)}
              max={limit}
              aria-label={texts.paidReplies}
            />
          </div>
        )}
        {isOver && <Notice tone="warning">{texts.paidOver}</Notice>}
        {role === 'admin' ? <Ceiling id={channel.id} {...data} /> : <p className="hint">{texts.paidAskAdmin}</p>}
      </div>
    </section>
  )
}

function Ceiling({ id, max_month: limit, price }: PaidReplies & { id: string }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const queries = useQueryClient()
  const wantedIn = (typed: string) => (typed.trim() === '' ? null : Math.round(Number(typed)) || 0)
  const tooLow = (typed: string) => {
    const wanted = wantedIn(typed)
    const isTooLow = wanted !== null && wanted < price
    return isTooLow ? fill(texts.paidTooLow, { price: formatMoney(price, 'VND', language) }) : undefined
  }
  const form = useForm({
    start: { max_month: limit === null ? '' : String(limit) },
    follows: true,
    check: typed => ({ max_month: tooLow(typed.max_month) }),
    async save(typed) {
      const body = { max_month: wantedIn(typed.max_month) }
      const saved = await call('PUT /api/v1/channels/:id/paid-replies', { params: { id }, body })
      queries.setQueryData(paidRepliesKey(id), saved)
      showToast(texts.paidSaved)
    },
    fieldOf: refusedOf('max_month'),
  })
  return (
    <form {...form.props} className="stack gap-4 paid-replies-form">
      <Field
        label={texts.paidCeiling}
        hint={texts.paidCeilingHint}
        type="number"
        inputMode="numeric"
        min={price}
        max={1_000_000_000}
        {...form.field('max_month')}
        error={tooLow(form.values.max_month) ?? form.wrong.max_month}
      />
      {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      <p>
        <Button type="submit" busy={form.busy} disabled={wantedIn(form.values.max_month) === limit}>
          {texts.paidSave}
        </Button>
      </p>
    </form>
  )
}
