import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { Template, TemplateAccount } from '#shared/contracts/campaigns/templates.results.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { templatesTexts } from '#shared/texts/campaigns/templates-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { withDistinctNames } from '#shared/rules/channel-names.ts'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { type Templates, useTemplates, useTemplatesAgain } from '#web/parts/channels/templates.ts'
import { fill } from '#web/parts/language/texts.ts'
import { CampaignTabs } from '../campaign-tabs.tsx'
import { MakeTemplate } from './make-template.tsx'
import { TemplateItem } from './template-item.tsx'
import './templates.css'

const zaloConsole = 'https://account.zalo.cloud'

export function TemplatesSection() {
  const texts = useTexts(templatesTexts)
  const { title } = useTexts(campaignScreensTexts)
  const { role } = useCurrentWorkspace()
  const query = useTemplates()
  const [makes, setMakes] = useState(false)
  const pages = query.data?.accounts.filter(one => one.kind === 'facebook' && one.connected && one.why === null) ?? []
  return (
    <SectionPage
      title={title}
      actions={
        role === 'admin' &&
        pages.length > 0 && (
          <Button look="filled" icon="plus" onClick={() => setMakes(true)}>
            {texts.make}
          </Button>
        )
      }
    >
      <CampaignTabs current="templates" />
      <QueryState query={query} failed={texts.failed} loading={texts.loading} rows={5}>
        {data => <Accounts data={data} />}
      </QueryState>
      {makes && <MakeTemplate pages={pages} onClose={() => setMakes(false)} />}
    </SectionPage>
  )
}

function Accounts({ data: { accounts, templates, reading } }: { data: Templates }) {
  const texts = useTexts(templatesTexts)
  const { language } = useLanguage()
  if (accounts.length === 0)
    return (
      <EmptyState
        title={texts.noAccounts}
        text={texts.noAccountsText}
        action={
          <Link className={buttonClass('filled')} to={addresses.connect}>
            {texts.connect}
          </Link>
        }
      />
    )
  return (
    <div className="page-column templates">
      <p className="soft">{texts.intro}</p>
      {withDistinctNames(
        accounts.map(one => ({ ...one, id: one.channel_id })),
        language,
        location.host,
      ).map(account => (
        <Account
          key={account.channel_id}
          account={account}
          reading={reading}
          templates={templates.filter(one => one.channel_id === account.channel_id)}
        />
      ))}
    </div>
  )
}

type AccountProps = { account: TemplateAccount; templates: Template[]; reading: boolean }

function Account({ account, templates, reading }: AccountProps) {
  const texts = useTexts(templatesTexts)
  const times = useTimes()
  const { role } = useCurrentWorkspace()
  const again = useTemplatesAgain()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  async function read() {
    await perform(async () => {
      await call('POST /api/v1/templates/sync')
      await again()
    })
  }
  const { kind, why, connected, read_at: readAt } = account
  return (
    <section className="panel" aria-label={account.name}>
      <header className="panel-head">
        <ChannelIcon kind={kind} size={18} />
        <h2 className="fill ell">{account.name}</h2>
        <span className="hint" role="status">
          {reading && connected
            ? texts.reading
            : readAt
              ? fill(texts.readAt, { time: times.dateAndClock(readAt) })
              : texts.neverRead}
        </span>
        {role === 'admin' && connected && (
          <Button size="sm" busy={busy} onClick={() => void read()}>
            {texts.readAgain}
          </Button>
        )}
      </header>
      <div className="panel-body stack gap-4">
        {!connected ? (
          <Notice>{texts.notConnected}</Notice>
        ) : why === 'passing' ? (
          <Notice tone="info">{texts.passing}</Notice>
        ) : (
          why && <Notice>{texts[`${why}_${kind}`]}</Notice>
        )}
        {templates.length === 0 ? (
          why === null && !reading && <p className="soft">{kind === 'zalo' ? texts.noneZalo : texts.none}</p>
        ) : (
          <ul className="template-list">
            {templates.map(template => (
              <TemplateItem key={template.id} template={template} />
            ))}
          </ul>
        )}
        {kind === 'zalo' && (
          <p className="hint">
            {texts.zaloHow}{' '}
            <a className="link" href={zaloConsole} target="_blank" rel="noreferrer">
              {texts.openZalo}
            </a>
          </p>
        )}
      </div>
    </section>
  )
}
