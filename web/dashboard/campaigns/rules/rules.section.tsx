import { campaignRulesTexts } from '#shared/texts/campaigns/campaign-rules-texts.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { QueryState, together } from '#web/kit/feedback/query-state.tsx'
import { useConsentTexts } from '#web/parts/customers/consent-texts.ts'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { CampaignTabs } from '../campaign-tabs.tsx'
import { ConsentRequestPanel } from './consent-request-panel.tsx'
import { OptOutTester } from './opt-out-tester.tsx'
import { useRules } from './read-rules.ts'
import { SendingForm } from './sending-form.tsx'
import { ConsentTextPanel } from './consent-text-panel.tsx'
import './rules.css'

export function RulesSection() {
  const texts = useTexts(campaignScreensTexts)
  return (
    <SectionPage title={texts.title}>
      <CampaignTabs current="rules" />
      <Rules />
    </SectionPage>
  )
}

function Rules() {
  const texts = useTexts(campaignRulesTexts)
  const { role } = useCurrentWorkspace()
  const both = together(useRules(), useConsentTexts())
  return (
    <QueryState query={both} failed={texts.failed} loading={texts.loading} rows={5}>
      {([rules, words]) => (
        <div className="page-column campaign-rules">
          <p className="soft">{role === 'admin' ? texts.intro : texts.adminsOnly}</p>
          <SendingForm rules={rules} words={words} />
          <ConsentRequestPanel rules={rules} words={words} />
          <ConsentTextPanel stored={words} />
          <OptOutTester />
        </div>
      )}
    </QueryState>
  )
}
