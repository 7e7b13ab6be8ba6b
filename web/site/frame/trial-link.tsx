import { addresses } from '#shared/addresses.ts'
import type { SiteTexts } from '#shared/texts/site/site-texts.ts'

/** The way in for somebody new; who is signed in goes on to the dashboard. */
export function TrialLink({ t, className = 'btn-filled' }: { t: SiteTexts; className?: string }) {
  return (
    <>
      <a className={`btn btn-lg ${className} session-out`} href={`${addresses.auth}?mode=sign-up`}>
        {t.tryIt}
      </a>
      <a className={`btn btn-lg ${className} session-in`} href={addresses.dashboard}>
        {t.toDashboard}
      </a>
    </>
  )
}
