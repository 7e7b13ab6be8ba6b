import { numberFormat } from '#shared/rules/text/number-format.ts'
import { Link, useNavigate, useParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { CampaignPage } from './campaign-page.tsx'
import { CampaignListPage } from './campaign-list-page.tsx'
import { StateChip } from './state-chip.tsx'
import {
  countsOf,
  keyOf,
  type ListedCampaign,
  money,
  useCampaigns,
  useGroups,
  useLatelyStarted,
} from './read-campaigns.ts'
import { startedThisMonth } from './this-month.ts'
import './campaigns.css'
import { TableCell, DataTable, TableRow } from '#web/kit/data-table.tsx'

export function CampaignsSection() {
  const { broadcastId } = useParams()
  return broadcastId ? <CampaignPage key={broadcastId} id={broadcastId} /> : <CampaignsPage />
}

function CampaignsPage() {
  const texts = useTexts(campaignScreensTexts)
  const query = useCampaigns()
  const { workspace } = useCurrentWorkspace()
  const navigate = useNavigate()
  async function write() {
    const content = { texts: {}, fallback: workspace.language }
    const { id } = await call('POST /api/v1/broadcasts', { body: { content } })
    void navigate(addresses.campaign.replace(':broadcastId', id))
  }
  return (
    <CampaignListPage
      tab="broadcasts"
      title={texts.title}
      texts={texts}
      query={query}
      create={write}
      createText={texts.write}
    >
      {data => (
        <>
          <MonthLine campaigns={data} />
          <section className="panel campaigns" aria-label={texts.title}>
            <DataTable
              className="campaign-table"
              columns={[texts.message, texts.state, texts.sent, texts.answered, texts.refused, texts.cost, texts.when]}
            >
              {data.map(campaign => (
                <CampaignRow key={campaign.id} campaign={campaign} />
              ))}
            </DataTable>
          </section>
        </>
      )}
    </CampaignListPage>
  )
}

function MonthLine({ campaigns }: { campaigns: ListedCampaign[] }) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const now = useMoment(60_000)
  const { workspace } = useCurrentWorkspace()
  // Of more than the list shows.
  const lately = startedThisMonth(useLatelyStarted().data ?? campaigns, workspace.time_zone, now)
  if (lately.length === 0) return <h2 className="campaign-voice voice">{texts.monthNone}</h2>
  const sum = (of: (campaign: Pick<ListedCampaign, 'spent' | 'counters'>) => number) =>
    lately.reduce((total, one) => total + of(one), 0)
  const cost = money(
    sum(one => one.spent),
    language,
  )
  const sent = numberFormat(language).format(sum(one => countsOf(one).sent))
  return (
    <div className="campaign-voice">
      <h2 className="voice">{fill(texts.month, { count: lately.length, sent, cost })}</h2>
      <p className="soft">
        {fill(texts.monthText, {
          answered: sum(one => countsOf(one).answered),
          refused: sum(one => countsOf(one).refused),
        })}
      </p>
    </div>
  )
}

function CampaignRow({ campaign }: { campaign: ListedCampaign }) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const groups = useGroups().data
  const { sent, meant, answered, refused } = countsOf(campaign)
  const isBegun = campaign.started_at !== null && campaign.status !== 'scheduled'
  const group = groups?.find(({ key }) => key === keyOf(campaign.audience))
  const at = campaign.start_at ?? campaign.started_at ?? campaign.changed_at
  return (
    <TableRow>
      <TableCell className="campaign-name">
        <Link to={addresses.campaign.replace(':broadcastId', campaign.id)}>{campaign.name || texts.nameless}</Link>
        <span className="soft">
          {campaign.audience.is === 'everyone'
            ? texts.everyone
            : campaign.audience.is === 'rest'
              ? texts.restOf
              : (group?.name ?? (groups ? texts.groupGone : ''))}
        </span>
      </TableCell>
      <TableCell>
        <StateChip state={campaign.status} />
      </TableCell>
      <TableCell className="num" data-label={texts.sent}>
        {isBegun ? `${numberFormat(language).format(sent)} / ${numberFormat(language).format(meant)}` : '–'}
        {campaign.status === 'running' && (
          <progress max={Math.max(1, meant)} value={sent} aria-label={texts.progress} />
        )}
      </TableCell>
      <TableCell className="num" data-label={texts.answered}>
        {isBegun ? numberFormat(language).format(answered) : '–'}
      </TableCell>
      <TableCell className="num" data-label={texts.refused}>
        {isBegun ? numberFormat(language).format(refused) : '–'}
      </TableCell>
      <TableCell className="num" data-label={texts.cost}>
        {isBegun ? money(campaign.spent, language) : '–'}
      </TableCell>
      <TableCell className="num soft campaign-when">{times.dateAndClock(at)}</TableCell>
    </TableRow>
  )
}
