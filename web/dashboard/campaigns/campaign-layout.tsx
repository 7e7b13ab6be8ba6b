import type { ReactNode } from 'react'
import { addresses } from '#shared/addresses.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { SubPage } from '#web/parts/page/sub-page.tsx'

export function CampaignLayout({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const texts = useTexts(campaignScreensTexts)
  return (
    <SubPage title={title} back={{ to: addresses.campaigns, text: texts.back }} aside={aside}>
      {children}
    </SubPage>
  )
}
