import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { OneSequence, RunEvent, SequenceRun } from '#shared/contracts/campaigns/sequences.results.ts'
import { findStep } from '#shared/rules/campaigns/sequence-rules.ts'
import { type CampaignScreensTexts, campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { type SequencesTexts, sequencesTexts } from '#shared/texts/campaigns/sequences-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useRuns } from './read-sequences.ts'

export function RunsPanel({ sequence }: { sequence: OneSequence }) {
  const texts = useTexts(sequencesTexts)
  const [which, setWhich] = useState<'live' | 'all'>('live')
  const { data, refetch } = useRuns(sequence.id, which === 'live')
  return (
    <section className="panel sequence-runs" aria-label={texts.runsTitle}>
      <header className="panel-head">
        <h2>{texts.runsTitle}</h2>
        <SegmentedControl
          label={texts.runsTitle}
          value={which}
          options={[
            { value: 'live', text: texts.onlyLive },
            { value: 'all', text: texts.allRuns },
          ]}
          onChoose={setWhich}
        />
      </header>
      {data?.length === 0 && <p className="panel-body soft">{texts.noRuns}</p>}
      <ul>
        {data?.map(run => (
          <RunRow key={run.id} run={run} sequence={sequence} onChanged={() => void refetch()} />
        ))}
      </ul>
    </section>
  )
}

function RunRow({ run, sequence, onChanged }: { run: SequenceRun; sequence: OneSequence; onChanged: () => void }) {
  const texts = useTexts(sequencesTexts)
  const reasons = useTexts(campaignScreensTexts)
  const times = useTimes()
  const nameOf = (id: string | null) => {
    const step = findStep(sequence.plan.steps, id)
    return step ? texts[step.is] : texts.oldStep
  }
  const { busy, perform } = useAction({ once: true, onProblem: showErrorToast })
  const takeOut = () =>
    perform(async () => {
      try {
        await call('DELETE /api/v1/sequences/:id/runs/:run_id', { params: { id: sequence.id, run_id: run.id } })
      } finally {
        onChanged()
      }
    })
  return (
    <li>
      <p className="row gap-2">
        <Link className="fill" to={addresses.customer.replace(':customerId', run.customer_id)}>
          <b>{run.name || texts.nobody}</b>
        </Link>
        <span className="chip">
          {run.ended_at ? endedWords(run.ended_why, texts) : fill(texts.at, { step: nameOf(run.step) })}
        </span>
      </p>
      <p className="soft">
        {fill(texts.entered, { by: texts[run.entered_by], time: times.dateAndClock(run.entered_at) })}
      </p>
      {!run.ended_at && (run.reason || run.next_at) && (
        <p className="soft">
          {[
            run.reason && reasonWords(run.reason, texts, reasons),
            run.next_at && fill(texts.next, { time: times.dateAndClock(run.next_at) }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      {run.path.length > 0 && (
        <ol className="sequence-path">
          {run.path.map((event, at) => (
            <li key={at}>
              <span className="num soft">{times.dateAndClock(event.at)}</span> {nameOf(event.step)}:{' '}
              {[didWords(event, texts), event.why && reasonWords(event.why, texts, reasons)].filter(Boolean).join(', ')}
            </li>
          ))}
        </ol>
      )}
      {!run.ended_at && (
        <Button size="sm" look="quiet" busy={busy} onClick={() => void takeOut()}>
          {texts.takeOut}
        </Button>
      )}
    </li>
  )
}

function endedWords(why: string | null, texts: SequencesTexts): string {
  if (why === 'finished') return texts.finishedRun
  if (why === 'goal') return texts.goalRun
  return why && why in texts ? texts[why as keyof SequencesTexts] : texts.ended
}

function didWords({ did }: RunEvent, texts: SequencesTexts): string {
  const words: Record<RunEvent['did'], string> = {
    ...{ waited: texts.waited, sent: texts.sent, skipped: texts.skipped, unsure: texts.unsure, noted: texts.noted },
    ...{ tagged: texts.taggedDid, untagged: texts.untagged, assigned: texts.assignedDid },
    ...{ handed_over: texts.handedOverDid, yes: texts.yesDid, no: texts.noDid, ended: texts.endedDid },
  }
  // A newer server may send one that this page has no words for.
  return did in words ? words[did] : did
}

/** Reasons known only to the platform get a generic word. */
function reasonWords(reason: string, texts: SequencesTexts, reasons: CampaignScreensTexts): string {
  if (reason === 'gone') return texts.stepGone
  if (reason === 'ads') return texts.adsWait
  if (reason === 'assigned_already') return texts.assigned_already
  return reason in reasons ? reasons[reason as keyof CampaignScreensTexts] : reasons.refusedThere
}
