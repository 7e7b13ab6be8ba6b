import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'

/** A whole page that waits for something; shows itself only when it takes longer than a moment. */
export function LoadingScreen({ title, text }: { title: string; text?: string }) {
  return (
    <main className="appear-late grid min-h-dvh place-content-center p-6" id="main" tabIndex={-1}>
      <div className="grid justify-items-center gap-2 text-center" role="status">
        <PetalMeter filled="waiting" width={96} />
        <h1 className="voice mt-4 text-2xl">{title}</h1>
        {text && <p className="soft">{text}</p>}
      </div>
    </main>
  )
}

/** While the first screen itself is on its way: nothing for a moment, then only the flower. */
export function StartupScreen() {
  const texts = useTexts(dashboardTexts)
  return (
    <main className="appear-late grid min-h-dvh place-content-center" id="main" tabIndex={-1}>
      <div role="status">
        <PetalMeter filled="waiting" width={96} label={texts.loading} />
      </div>
    </main>
  )
}
