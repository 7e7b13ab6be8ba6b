import type { DocumentProps } from './document-page.ts'
import { FlowerIllustration } from './illustrations.tsx'
import { TrialLink } from './frame/trial-link.tsx'

export function CallToAction({ t }: DocumentProps) {
  return (
    <section className="pond closing">
      <FlowerIllustration open="full" className="closing-flower" />
      <div className="wide">
        <h2 className="headline">{t.closingTitle}</h2>
        <p className="lead">{t.closingLead}</p>
        <TrialLink t={t} className="btn-on-leaf" />
      </div>
    </section>
  )
}
