import { useState } from 'react'
import type { DeskEInvoice } from '#shared/contracts/operator.results.ts'
import { amountInWords } from '#shared/rules/money/amount-in-words.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { installationTexts } from '#shared/texts/operator/installation-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ActDialog } from '#web/operator/act-dialog.tsx'
import { useEInvoices, useHouseTimes } from '#web/operator/desk-lists.ts'
import { DeskItem, DeskPanel } from '#web/operator/desk-panel.tsx'

export function EInvoicePanel() {
  const texts = useTexts(installationTexts)
  const [asked, setAsked] = useState<{ paper: DeskEInvoice; act: 'issued' | 'failed' }>()
  return (
    <>
      <DeskPanel title={texts.eInvoices} query={useEInvoices()} empty={texts.noEInvoices}>
        {papers => (
          <ul>
            {papers.map(paper => (
              <EInvoiceItem key={paper.id} paper={paper} onAct={act => setAsked({ paper, act })} />
            ))}
          </ul>
        )}
      </DeskPanel>
      {asked?.act === 'issued' && (
        <ActDialog
          title={fill(texts.issuedTitle, { number: asked.paper.number })}
          text={texts.issuedText}
          act={texts.issued}
          fields={[
            { name: 'symbol', label: texts.eSymbol },
            { name: 'number', label: texts.eNumber },
            { name: 'lookup_code', label: texts.eLookup },
          ]}
          address="POST /api/v1/operator/e-invoices/:id/issued"
          id={asked.paper.id}
          done={texts.issuedDone}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked?.act === 'failed' && (
        <ActDialog
          title={fill(texts.eFailedTitle, { number: asked.paper.number })}
          text={texts.eFailedText}
          act={texts.eFailed}
          fields={[{ name: 'note', label: texts.eReason }]}
          address="POST /api/v1/operator/e-invoices/:id/failed"
          id={asked.paper.id}
          done={texts.eFailedDone}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function EInvoiceItem({ paper, onAct }: { paper: DeskEInvoice; onAct(act: 'issued' | 'failed'): void }) {
  const texts = useTexts(installationTexts)
  const { language } = useLanguage()
  const times = useHouseTimes()
  const { buyer, number, status, note, requested_at, currency, net, tax, tax_bp, total, issued_at, corrects } = paper
  const money = (amount: number) => formatMoney(amount, currency, language)
  const words = [
    `${texts.eBuyer}: ${buyer.name} · ${buyer.tax_id} · ${buyer.address}${buyer.email ? ` · ${buyer.email}` : ''}`,
    fill(texts.eSums, { net: money(net), percent: tax_bp / 100, tax: money(tax), date: times.date(issued_at) }),
    amountInWords(total, currency),
    ...(corrects ? [fill(texts.eCorrects, { number: corrects })] : []),
  ].join('\n')
  return (
    <DeskItem name={number} amount={money(total)} text={words}>
      <Chip tone={status === 'failed' ? 'bad' : 'warning'} icon={status === 'failed' ? 'circle-x' : 'clock'}>
        {texts[status === 'failed' ? 'eStateFailed' : 'eStateRequested']}
      </Chip>
      {note && <span className="op-quote">{note}</span>}
      <span className="muted num">{times.dateAndClock(requested_at)}</span>
      <span className="op-decide">
        <Button size="sm" aria-label={`${texts.issued}: ${number}`} onClick={() => onAct('issued')}>
          {texts.issued}
        </Button>
        {status === 'requested' && (
          <Button size="sm" look="quiet" aria-label={`${texts.eFailed}: ${number}`} onClick={() => onAct('failed')}>
            {texts.eFailed}
          </Button>
        )}
      </span>
    </DeskItem>
  )
}
