import type { Result } from '#shared/contracts/api.ts'
import { useState } from 'react'
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
import { type Form, useForm } from '#web/kit/forms/use-form.ts'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'
import { type Conflict, ConflictNotice, conflictOf } from '#web/parts/forms/conflict-notice.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { customerChange, type DetailLine } from './customer-changes.ts'
import type { Contact } from './customer-rows.ts'

const detailKinds = ['phone', 'landline', 'email', 'address'] as const

type Saved = Result<'PATCH /api/v1/conversations/:id/customer'>
type Stored = { name: string; version: number; details: readonly ContactDetail[] }
type Typed = { from: Stored; name: string; lines: DetailLine[] }
type Props = { conversation: Conversation; contact: Contact; details: readonly ContactDetail[]; onDone: () => void }

/** On a conflict with a colleague, the member chooses whose version stays. */
export function CustomerForm({ conversation, contact, details, onDone }: Props) {
  const inbox = useTexts(inboxTexts)
  const texts = useTexts(inboxToolsTexts)
  const { me } = useCurrentWorkspace()
  const stored: Stored = { name: contact.name, version: contact.version, details }
  const [conflict, setConflict] = useState<Conflict>()
  const form: Form<Typed> = useForm<Typed>({
    start: () => ({ from: stored, name: contact.name, lines: linesOf(details) }),
    async save({ from, ...typed }) {
      const change = customerChange(from, typed)
      if (!change) return onDone()
      setConflict(undefined)
      try {
        const body = { ...change, version: from.version }
        const saved = await call('PATCH /api/v1/conversations/:id/customer', { params: { id: conversation.id }, body })
        showToast(texts.customerSaved, {
          text: texts.undo,
          run: () => void undoChange(conversation.id, from.name, saved),
        })
      } catch (error) {
        const found = conflictOf(error)
        if (!found) throw error
        setConflict(found)
        return false
      }
      onDone()
    },
    fieldOf: error => (lines.some(line => wrongWords(line.value, texts) === wordsOf(error)) ? 'lines' : undefined),
    once: true,
    wordsOf,
  })
  const { from, lines } = form.values
  const overtaken = contact.version > from.version && contact.edited_by !== me?.person_id && !form.busy
  const shown = conflict ?? (overtaken ? { by: contact.edited_by, at: contact.edited_at } : undefined)
  const kinds = {
    phone: inbox.kindPhone,
    landline: inbox.kindLandline,
    email: inbox.kindEmail,
    address: inbox.kindAddress,
  }
  const setLine = (key: string, change: Partial<DetailLine>) =>
    form.set({ lines: lines.map(one => (one.key === key ? { ...one, ...change } : one)) })

  function wordsOf(error: unknown): string {
    const value = error instanceof ApiError ? error.details['value'] : undefined
    return typeof value === 'string' ? wrongWords(value, texts) : messageOf(error)
  }

  return (
    <form
      {...form.props}
      className="customer-form"
      aria-label={texts.editCustomerLong}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onDone()
      }}
    >
      <Field label={texts.customerName} maxLength={200} autoFocus small {...form.field('name')} />
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
            error={form.wrong.lines === wrongWords(line.value, texts) ? form.wrong.lines : undefined}
            onValue={value => setLine(line.key, { value })}
          />
          <IconButton
            icon="x"
            label={fill(texts.removeDetail, { value: line.value || kinds[line.kind] })}
            onClick={() => form.set({ lines: lines.filter(one => one.key !== line.key) })}
          />
        </div>
      ))}
      <Button
        size="sm"
        icon="plus"
        onClick={() => form.set({ lines: [...lines, { key: newClientId(), kind: 'phone', value: '' }] })}
      >
        {texts.addDetail}
      </Button>
      {shown ? (
        <ConflictNotice
          conflict={shown}
          onTheirs={() => {
            setConflict(undefined)
            form.set({ from: stored, name: contact.name, lines: linesOf(details) })
          }}
          onMine={() => form.send({ from: stored })}
        />
      ) : (
        form.problem && <Notice tone="bad">{form.problem}</Notice>
      )}
      <div className="row gap-2">
        <Button size="sm" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button size="sm" look="filled" type="submit" busy={form.busy}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

function linesOf(details: readonly ContactDetail[]): DetailLine[] {
  return details.map(({ id, kind, value }) => ({ key: id, id, kind, value }))
}

function wrongWords(value: string, texts: InboxToolsTexts): string {
  return fill(texts.detailWrong, { value: value.trim() })
}

async function undoChange(conversationId: string, name: string, { version, added, removed }: Saved): Promise<void> {
  try {
    await call('PATCH /api/v1/conversations/:id/customer', {
      params: { id: conversationId },
      body: { name, add: removed, remove: added, version },
    })
  } catch (error) {
    showError(error)
  }
}
