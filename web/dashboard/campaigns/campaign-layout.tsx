import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'

/** The frame of one broadcast: its name, and the way back to all of them. */
export function CampaignLayout({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const texts = useTexts(campaignScreensTexts)
  usePageTitle(title)
  return (
    <>
      <header className="section-head">
        <Link className="icon-btn" to={addresses.campaigns} aria-label={texts.back} title={texts.back}>
          <Icon name="arrow-left" size="lg" />
        </Link>
        <h1 className="ell">{title}</h1>
        {aside}
      </header>
      <div className="section-body">{children}</div>
    </>
  )
}
