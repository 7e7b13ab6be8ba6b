import { useState } from 'react'
import type { DeskContactRequest } from '#shared/contracts/operator.results.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useContactRequests, useDeskAct, useHouseTimes } from './desk-lists.ts'
import { DeskItem, DeskPanel } from './desk-panel.tsx'

export function ContactPanel() {
  const texts = useTexts(operatorTexts)
  const [status, setStatus] = useState<'open' | 'done'>('open')
  const choice = (
    <SegmentedControl
      label={texts.contactState}
      value={status}
      options={[
        { value: 'open', text: texts.openContacts },
        { value: 'done', text: texts.doneContacts },
      ]}
      onChoose={setStatus}
    />
  )
  return (
    <DeskPanel
      title={texts.contacts}
      actions={choice}
      query={useContactRequests(status)}
      empty={status === 'open' ? texts.noContacts : texts.noDoneContacts}
    >
      {requests => (
        <ul>
          {requests.map(request => (
            <ContactItem key={request.id} request={request} />
          ))}
        </ul>
      )}
    </DeskPanel>
  )
}

function ContactItem({ request }: { request: DeskContactRequest }) {
  const texts = useTexts(operatorTexts)
  const times = useHouseTimes()
  const run = useDeskAct()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const name = request.name || texts.nameless
  const open = request.status === 'open'

  async function move(step: 'done' | 'reopen') {
    await perform(async () => {
      await run(`POST /api/v1/operator/contact-requests/:id/${step}`, { params: { id: request.id } })
      if (step === 'done') showToast(texts.markedDone, { text: texts.undo, run: () => void move('reopen') })
      else showToast(texts.reopened)
    })
  }

  return (
    <DeskItem name={name} text={request.message}>
      <a href={`${request.contact.includes('@') ? 'mailto' : 'tel'}:${request.contact}`}>{request.contact}</a>
      <span className="muted num">{times.dateAndClock(request.created_at)}</span>
      <span className="fill" />
      <Button
        size="sm"
        busy={busy}
        aria-label={fill(open ? texts.doneOf : texts.reopenOf, { name })}
        onClick={() => void move(open ? 'done' : 'reopen')}
      >
        {open ? texts.done : texts.reopen}
      </Button>
    </DeskItem>
  )
}
