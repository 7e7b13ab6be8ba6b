import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'

/** Appears only if loading takes longer than a moment. */
export function LoadingScreen({ title, text }: { title: string; text?: string }) {
  return (
    <main className="appear-late loading-page" id="main" tabIndex={-1}>
      <div className="loading-words" role="status">
        <PetalMeter filled="waiting" width={96} />
        <h1 className="voice">{title}</h1>
        {text && <p className="soft">{text}</p>}
      </div>
    </main>
  )
}

export function StartupScreen() {
  const texts = useTexts(dashboardTexts)
  return (
    <main className="appear-late loading-page" id="main" tabIndex={-1}>
      <div role="status">
        <PetalMeter filled="waiting" width={96} label={texts.loading} />
      </div>
    </main>
  )
}
