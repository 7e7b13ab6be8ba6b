import type { ReactNode } from 'react'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { fill } from '#web/parts/language/texts.ts'

type Counts = { worse: number; better: number; changed: number; same: number }

export function GateCounts({ counts, children }: { counts: Counts; children?: ReactNode }) {
  const texts = useTexts(gateTexts)
  const { worse, better, changed, same } = counts
  const parts = (['worse', 'better', 'changed', 'same'] as const).filter(name => counts[name] > 0)
  return (
    <div className="gate-counts">
      <div className="gate-bar" aria-hidden="true">
        {parts.map(name => (
          <i key={name} className={`gate-bar-${name}`} style={{ flexGrow: counts[name] }} />
        ))}
      </div>
      <p className="gate-words num">
        <span className="gate-worse">
          <Icon name="arrow-down" size="sm" />
          {fill(texts.countWorse, { count: worse })}
        </span>
        <span className="gate-better">
          <Icon name="arrow-up" size="sm" />
          {fill(texts.countBetter, { count: better })}
        </span>
        {changed > 0 && <span className="soft">{fill(texts.countChanged, { count: changed })}</span>}
        <span className="soft">{fill(texts.countSame, { count: same })}</span>
        <span className="muted gate-asked">{children}</span>
      </p>
    </div>
  )
}
