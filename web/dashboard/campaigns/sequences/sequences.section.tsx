import { numberFormat } from '#shared/rules/text/number-format.ts'
import { Link, useNavigate, useParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { ListedSequence } from '#shared/contracts/campaigns/sequences.results.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { sequencesTexts } from '#shared/texts/campaigns/sequences-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { CampaignListPage } from '../campaign-list-page.tsx'
import { useSequences } from './read-sequences.ts'
import { SequenceChip } from './sequence-chip.tsx'
import { SequencePage } from './sequence-page.tsx'
import '../campaigns.css'
import './sequences.css'
import { TableCell, DataTable, TableRow } from '#web/kit/data-table.tsx'

export function SequencesSection() {
  const { sequenceId } = useParams()
  return sequenceId ? <SequencePage key={sequenceId} id={sequenceId} /> : <SequencesPage />
}

function SequencesPage() {
  const section = useTexts(campaignScreensTexts)
  const texts = useTexts(sequencesTexts)
  const query = useSequences()
  const navigate = useNavigate()
  async function make() {
    const plan = { trigger: { on: 'hand' as const }, goal: null, again_after_days: null, steps: [] }
    const { id } = await call('POST /api/v1/sequences', { body: { name: '', plan } })
    void navigate(addresses.sequence.replace(':sequenceId', id))
  }
  return (
    <CampaignListPage
      tab="sequences"
      title={section.title}
      texts={texts}
      query={query}
      create={make}
      createText={texts.make}
    >
      {data => (
        <section className="panel campaigns" aria-label={texts.title}>
          <DataTable
            className="campaign-table"
            columns={[texts.title, texts.state, texts.inside, texts.finished, texts.goalReached]}
          >
            {data.map(sequence => (
              <SequenceRow key={sequence.id} sequence={sequence} />
            ))}
          </DataTable>
        </section>
      )}
    </CampaignListPage>
  )
}

function SequenceRow({ sequence }: { sequence: ListedSequence }) {
  const texts = useTexts(sequencesTexts)
  const { language } = useLanguage()
  const { id, name, status, trigger, changed, inside, finished, withdrawn } = sequence
  const reached = sequence.reached_goal
  const count = (of: number) => (status === 'draft' ? '–' : numberFormat(language).format(of))
  return (
    <TableRow>
      <TableCell className="campaign-name">
        <Link to={addresses.sequence.replace(':sequenceId', id)}>{name || texts.nameless}</Link>
        <span className="soft">
          {texts[trigger.on]}
          {changed && status !== 'ended' && ` · ${texts.changed}`}
        </span>
        {withdrawn.length > 0 && status !== 'ended' && (
          <span className="chip chip-warning">{texts.withdrawnShort}</span>
        )}
      </TableCell>
      <TableCell>
        <SequenceChip state={status} />
      </TableCell>
      <TableCell className="num" data-label={texts.inside}>
        {count(inside)}
      </TableCell>
      <TableCell className="num" data-label={texts.finished}>
        {count(finished)}
      </TableCell>
      <TableCell className="num" data-label={texts.goalReached}>
        {count(reached)}
      </TableCell>
    </TableRow>
  )
}
