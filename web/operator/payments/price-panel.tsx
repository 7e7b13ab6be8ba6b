import { localeOf } from '#shared/rules/text/number-format.ts'
import { useState } from 'react'
import type { DeskPrice } from '#shared/contracts/operator.results.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { installationTexts } from '#shared/texts/operator/installation-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { planNames } from '#web/parts/workspace/plan-prices.ts'
import { fill } from '#web/parts/language/texts.ts'
import { ActDialog } from '#web/operator/act-dialog.tsx'
import { useHouseTimes, usePrices } from '#web/operator/desk-lists.ts'
import { DeskPanel } from '#web/operator/desk-panel.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { TableCell, DataTable, TableRow } from '#web/kit/data-table.tsx'

export function PricePanel() {
  const texts = useTexts(installationTexts)
  const [writing, setWriting] = useState(false)
  const [dropping, setDropping] = useState<DeskPrice>()
  return (
    <>
      <DeskPanel
        title={texts.prices}
        actions={
          <Button size="sm" icon="plus" onClick={() => setWriting(true)}>
            {texts.newPrice}
          </Button>
        }
        query={usePrices()}
        empty={texts.noPrices}
      >
        {prices => (
          <>
            <p className="soft op-note">{texts.pricesHint}</p>
            <PriceTable prices={prices} onDrop={setDropping} />
          </>
        )}
      </DeskPanel>
      {writing && <PriceDialog onClose={() => setWriting(false)} />}
      {dropping && (
        <ActDialog
          title={texts.dropPriceTitle}
          text={texts.dropPriceText}
          act={texts.dropIt}
          danger
          address="POST /api/v1/operator/prices/:id/drop"
          id={dropping.id}
          done={texts.priceDropped}
          onClose={() => setDropping(undefined)}
        />
      )}
    </>
  )
}

function PriceTable({ prices, onDrop }: { prices: DeskPrice[]; onDrop(price: DeskPrice): void }) {
  const texts = useTexts(installationTexts)
  return (
    <DataTable
      className="op-table op-prices"
      columns={[texts.plan, texts.price, texts.validFrom, texts.state, texts.subscribers]}
    >
      {prices.map(price => (
        <PriceRow key={price.id} price={price} onDrop={onDrop} />
      ))}
    </DataTable>
  )
}

const tones = { coming: 'info', current: 'ok', past: 'plain' } as const

function PriceRow({ price, onDrop }: { price: DeskPrice; onDrop(price: DeskPrice): void }) {
  const texts = useTexts(installationTexts)
  const { language } = useLanguage()
  const times = useHouseTimes()
  // With the year: prices span years.
  const form = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'Asia/Ho_Chi_Minh' } as const
  const dayOf = (at: string) => new Intl.DateTimeFormat(localeOf(language), form).format(new Date(at))
  const plan = `${planNames[price.plan] ?? price.plan} · ${texts[price.interval]}`
  const amount = formatMoney(price.amount, price.currency, language)
  return (
    <TableRow>
      <TableCell>
        <b>{plan}</b>
      </TableCell>
      <TableCell className="num">{amount}</TableCell>
      <TableCell className="soft num">{dayOf(price.valid_from)}</TableCell>
      <TableCell className="op-wide">
        <span className="row">
          <Chip tone={tones[price.state]}>{texts[price.state]}</Chip>
          {price.announced_at && (
            <span className="muted num">{fill(texts.notified, { date: times.date(price.announced_at) })}</span>
          )}
          {price.state === 'coming' && !price.announced_at && (
            <IconButton
              icon="trash"
              label={fill(texts.dropPrice, { price: amount, plan })}
              onClick={() => onDrop(price)}
            />
          )}
        </span>
      </TableCell>
      <TableCell className="num op-tries">{price.subscribers}</TableCell>
    </TableRow>
  )
}
