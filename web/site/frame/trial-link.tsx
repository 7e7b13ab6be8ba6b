import { addresses } from '#shared/addresses.ts'
import type { SiteTexts } from '#shared/texts/site/site-texts.ts'

/** Leads to the dashboard for those who are signed in. */
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
