import { useState } from 'react'
import type { DeskReferral } from '#shared/contracts/referrals.results.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { type PayoutDeskTexts, payoutDeskTexts } from '#shared/texts/operator/payout-desk-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ActDialog } from '#web/operator/act-dialog.tsx'
import { useHeldReferrals, useHouseTimes } from '#web/operator/desk-lists.ts'
import { DeskItem, DeskPanel } from '#web/operator/desk-panel.tsx'

type Act = 'release' | 'refuse'

export function ReferralPanel() {
  const texts = useTexts(payoutDeskTexts)
  const common = useTexts(operatorTexts)
  const [asked, setAsked] = useState<{ referral: DeskReferral; act: Act }>()
  return (
    <DeskPanel title={texts.referrals} query={useHeldReferrals()} empty={texts.noReferrals}>
      {referrals => (
        <>
          <ul>
            {referrals.map(referral => (
              <ReferralItem key={referral.id} referral={referral} onAct={act => setAsked({ referral, act })} />
            ))}
          </ul>
          {asked && (
            <ActDialog
              {...wordsOf(texts, asked.act, asked.referral.workspace ?? common.someWorkspace)}
              address={`POST /api/v1/operator/referrals/:id/${asked.act}`}
              id={asked.referral.id}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </DeskPanel>
  )
}

function ReferralItem({ referral, onAct }: { referral: DeskReferral; onAct(act: Act): void }) {
  const texts = useTexts(payoutDeskTexts)
  const common = useTexts(operatorTexts)
  const { language } = useLanguage()
  const times = useHouseTimes()
  const { workspace, referred, signed_up_at, reasons, held_vnd, held_usd } = referral
  const name = workspace ?? common.someWorkspace
  const held = [held_vnd && formatMoney(held_vnd, 'VND', language), held_usd && formatMoney(held_usd, 'USD', language)]
  return (
    <DeskItem
      name={name}
      amount={held.filter(Boolean).join(' + ')}
      text={fill(texts.referredMeta, {
        name: referred ?? common.someWorkspace,
        date: times.date(signed_up_at),
      })}
    >
      {reasons.map(reason => (
        <Chip key={reason} tone="warning" icon="triangle-alert">
          {texts[reason]}
        </Chip>
      ))}
      <span className="fill" />
      {(['release', 'refuse'] as const).map((act, index) => (
        <Button
          key={act}
          size="sm"
          look={index === 0 ? 'outline' : 'quiet'}
          aria-label={`${texts[act]}: ${name}`}
          onClick={() => onAct(act)}
        >
          {texts[act]}
        </Button>
      ))}
    </DeskItem>
  )
}

function wordsOf(texts: PayoutDeskTexts, act: Act, name: string) {
  const words = {
    release: { title: texts.releaseTitle, text: texts.releaseText, done: texts.releasedDone },
    refuse: {
      title: texts.refuseTitle,
      text: texts.refuseText,
      done: texts.refusedDone,
      fields: [{ name: 'reason', label: texts.reason }],
    },
  }[act]
  return { ...words, title: fill(words.title, { name }), act: texts[act], danger: act === 'refuse' }
}
