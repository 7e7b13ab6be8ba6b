import type { Result } from '#shared/contracts/api.ts'
import { type FormEvent, useState } from 'react'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxToolsTexts, type InboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { newClientId } from '#widget/new-id.ts'
import { ApiError, call, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { ContactDetail, Conversation } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { ConflictNotice, conflictOf } from '#web/parts/forms/conflict-notice.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { customerChange, type DetailLine } from './customer-changes.ts'
import { type Contact, detailKinds } from './customer-rows.ts'
import { useAction } from '#web/kit/use-action.ts'

type Saved = Result<'PATCH /api/v1/conversations/:id/customer'>
type Props = { conversation: Conversation; contact: Contact; details: readonly ContactDetail[]; onDone: () => void }

/** On a conflict with a colleague, the member chooses whose version stays. */
export function CustomerForm({ conversation, contact, details, onDone }: Props) {
  const inbox = useTexts(inboxTexts)
  const texts = useTexts(inboxToolsTexts)
  const [start, setStart] = useState({ name: contact.name, version: contact.version, details })
  const [name, setName] = useState(contact.name)
  const [lines, setLines] = useState<DetailLine[]>(() => linesOf(details))
  const { busy, error, setProblem, perform } = useAction({ once: true })
  const { me } = useCurrentWorkspace()
  const overtaken = contact.version > start.version && contact.edited_by !== me?.person_id && !busy
  const conflict = conflictOf(error) ?? (overtaken ? { by: contact.edited_by, at: contact.edited_at } : undefined)
  const kinds = {
    phone: inbox.kindPhone,
    landline: inbox.kindLandline,
    email: inbox.kindEmail,
    address: inbox.kindAddress,
  }
  const setLine = (key: string, change: Partial<DetailLine>) =>
    setLines(all => all.map(one => (one.key === key ? { ...one, ...change } : one)))

  async function save(from: { name: string; version: number; details: readonly ContactDetail[] }) {
    const change = customerChange(from, { name, lines })
    if (!change) return onDone()
    await perform(async () => {
      const body = { ...change, version: from.version }
      const saved = await call('PATCH /api/v1/conversations/:id/customer', { params: { id: conversation.id }, body })
      showToast(texts.customerSaved, {
        text: texts.undo,
        run: () => void takeBack(conversation.id, from.name, saved),
      })
      onDone()
    })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) void save(start)
  }

  return (
    <form
      className="customer-form"
      aria-label={texts.editCustomerLong}
      onSubmit={submit}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onDone()
      }}
    >
      <Field label={texts.customerName} value={name} maxLength={200} onValue={setName} autoFocus small />
      {lines.map((line, index) => (
        <div key={line.key} className="customer-line">
          <SelectField
            label={fill(texts.detailKind, { number: index + 1 })}
            labelHidden
            small
            value={line.kind}
            options={detailKinds.map(kind => ({ value: kind, text: kinds[kind] }))}
            onChoose={kind => setLine(line.key, { kind })}
          />
          <Field
            label={fill(texts.detailValue, { number: index + 1 })}
            labelHidden
            small
            value={line.value}
            maxLength={300}
            autoComplete="off"
            inputMode={line.kind === 'email' ? 'email' : line.kind === 'address' ? 'text' : 'tel'}
            onValue={value => setLine(line.key, { value })}
          />
          <IconButton
            icon="x"
            label={fill(texts.removeDetail, { value: line.value || kinds[line.kind] })}
            onClick={() => setLines(all => all.filter(one => one.key !== line.key))}
          />
        </div>
      ))}
      <Button
        size="sm"
        icon="plus"
        onClick={() => setLines(all => [...all, { key: newClientId(), kind: 'phone', value: '' }])}
      >
        {texts.addDetail}
      </Button>
      {conflict ? (
        <ConflictNotice
          conflict={conflict}
          onTheirs={() => {
            setStart({ name: contact.name, version: contact.version, details })
            setName(contact.name)
            setLines(linesOf(details))
            setProblem(undefined)
          }}
          onMine={() => void save({ name: contact.name, version: contact.version, details })}
        />
      ) : (
        error !== undefined && <Notice tone="bad">{problemWords(error, texts)}</Notice>
      )}
      <div className="row gap-2">
        <Button size="sm" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button size="sm" look="filled" type="submit" busy={busy}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

function linesOf(details: readonly ContactDetail[]): DetailLine[] {
  return details.flatMap(({ id, kind, value }) => {
    const known = detailKinds.find(one => one === kind)
    return known ? [{ key: id, id, kind: known, value }] : []
  })
}

function problemWords(problem: unknown, texts: InboxToolsTexts): string {
  const value = problem instanceof ApiError ? problem.details['value'] : undefined
  return typeof value === 'string' ? fill(texts.detailWrong, { value }) : messageOf(problem)
}

async function takeBack(conversationId: string, name: string, { version, added, removed }: Saved): Promise<void> {
  try {
    await call('PATCH /api/v1/conversations/:id/customer', {
      params: { id: conversationId },
      body: { name, add: removed, remove: added, version },
    })
  } catch (error) {
    showErrorToast(messageOf(error))
  }
}
