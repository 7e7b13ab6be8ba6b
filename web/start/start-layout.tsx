import type { ReactNode } from 'react'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { BrandMark } from '#web/kit/icons/brand-mark.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { fill } from '#web/parts/language/texts.ts'
import { FlowerBackdrop } from './flower-backdrop.tsx'

type FrameProps = {
  number: number
  petals: number
  name: string
  status?: string
  title: ReactNode
  lead?: ReactNode
  above?: ReactNode
  onBack?: (() => void) | undefined
  onLater?: (() => void) | undefined
  beside?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

export function StartLayout(props: FrameProps) {
  const texts = useTexts(startTexts)
  const { number, petals, name, status, title, lead, above, onBack, onLater, beside, foot, children } = props
  return (
    <div className="start">
      <div className="start-task">
        <div className="start-head">
          <span className="brand">
            {onBack && <IconButton icon="arrow-left" label={texts.back} onClick={onBack} className="start-back" />}
            <span className={onBack ? 'start-mark' : undefined}>
              <BrandMark />
            </span>
            <span className="start-brand">{pageConfig().brand}</span>
          </span>
          <p className="start-at">
            <PetalMeter filled={petals} width={38} />
            <span>
              <b>{status ?? fill(texts.stepOf, { step: number })}</b>
              <span className="muted">{name}</span>
            </span>
          </p>
          {onLater ? (
            <Button look="quiet" onClick={onLater}>
              {texts.later}
            </Button>
          ) : (
            <span />
          )}
        </div>
        <div className="start-body">
          {above}
          <h1>{title}</h1>
          {lead && <p className="start-lead">{lead}</p>}
          {children}
          {foot && <div className="start-foot">{foot}</div>}
        </div>
      </div>
      <div className="start-pond">
        <FlowerBackdrop petals={petals}>{beside}</FlowerBackdrop>
      </div>
    </div>
  )
}
