import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { campaignTabsTexts } from '#shared/texts/campaigns/campaign-tabs-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import '#web/kit/styles/tabs.css'

const tabs = {
  broadcasts: addresses.campaigns,
  sequences: addresses.sequences,
  greetings: addresses.greetings,
  templates: addresses.templates,
  rules: addresses.campaignRules,
} as const
export type CampaignTab = keyof typeof tabs

export function CampaignTabs({ current }: { current: CampaignTab }) {
  const texts = useTexts(campaignTabsTexts)
  const nav = useRef<HTMLElement>(null)
  // The row may be wider than a phone.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav ref={nav} className="section-tabs" aria-label={texts.tabs}>
      {(Object.keys(tabs) as CampaignTab[]).map(tab => (
        <Link key={tab} to={tabs[tab]} aria-current={tab === current ? 'page' : undefined}>
          {texts[tab]}
        </Link>
      ))}
    </nav>
  )
}
