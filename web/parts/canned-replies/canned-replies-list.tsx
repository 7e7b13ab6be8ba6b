import { languages } from '#shared/words.ts'
import { useRef, useState } from 'react'
import { fillVariables, type ReplyVariable } from '#shared/rules/text/reply-variables.ts'
import { inboxToolsTexts, type InboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { SearchField } from '#web/parts/forms/common-fields.tsx'
import { returnFocus } from '#web/kit/return-focus.ts'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { CannedReplyForm } from './canned-reply-form.tsx'
import { type CannedReply, useCannedReplies } from './canned-reply-rows.ts'
import './canned-replies.css'
import { findCanned } from './canned-search.ts'
import { fill } from '#web/parts/language/texts.ts'

type Props = {
  onUse?: (reply: CannedReply) => void
  language?: string | null
}

export function CannedRepliesList({ onUse, language = null }: Props) {
  const texts = useTexts(inboxToolsTexts)
  const { role, members } = useCurrentWorkspace()
  const list = useCannedReplies()
  const frame = useRef<HTMLDivElement>(null)
  const [sought, setSought] = useState('')
  const [open, setOpen] = useState<string>()
  const [wasOpen, setWasOpen] = useState(false)
  const admin = role === 'admin'
  const edited = list.rows.find(row => row.id === open)

  function closeForm() {
    const id = open
    setOpen(undefined)
    setWasOpen(true)
    returnFocus(() => {
      const row = frame.current?.querySelector<HTMLElement>(`[data-canned="${id}"]`)
      return row ?? frame.current?.querySelector<HTMLElement>('.canned-new')
    })
  }

  if (!list.data) return <QueryState query={list} failed={texts.cannedFailed} brief loading={texts.cannedLoading} />
  if (open === 'new' || edited)
    return <CannedReplyForm key={open} reply={open === 'new' ? undefined : edited} onDone={closeForm} />

  const found = findCanned(list.rows, sought, language)
  return (
    <div ref={frame} className="canned">
      <div className="canned-head">
        <div className="fill">
          <SearchField
            label={texts.cannedSearch}
            value={sought}
            onValue={setSought}
            autoFocus={onUse !== undefined && !wasOpen}
          />
        </div>
        {admin && (
          <Button className="canned-new" size="sm" icon="plus" onClick={() => setOpen('new')}>
            {texts.cannedNew}
          </Button>
        )}
      </div>
      {list.rows.length === 0 ? (
        <div className="canned-empty">
          <p className="canned-empty-title">{texts.cannedEmpty}</p>
          <p className="soft">{texts.cannedEmptyText}</p>
        </div>
      ) : (
        found.length === 0 && <p className="soft">{fill(texts.cannedNone, { words: sought })}</p>
      )}
      <ul className="canned-list">
        {found.map(reply => (
          <CannedRow key={reply.id} reply={reply} onUse={onUse} onEdit={admin ? () => setOpen(reply.id) : undefined} />
        ))}
      </ul>
      {!admin && (
        <p className="muted">
          {fill(texts.cannedWho, {
            names: members
              .filter(member => member.role === 'admin' && member.status === 'active')
              .map(member => member.name)
              .join(', '),
          })}
        </p>
      )}
    </div>
  )
}

function placeNames(texts: InboxToolsTexts): Record<ReplyVariable, string> {
  return {
    customer_name: `[${texts.variable_customer_name}]`,
    shop_name: `[${texts.variable_shop_name}]`,
    member_name: `[${texts.variable_member_name}]`,
  }
}

type RowProps = {
  reply: CannedReply
  onUse: ((reply: CannedReply) => void) | undefined
  onEdit: (() => void) | undefined
}

function CannedRow({ reply, onUse, onEdit }: RowProps) {
  const texts = useTexts(inboxToolsTexts)
  const { title, shortcut, text } = reply
  const language = languages.find(one => one === reply.language) ?? null
  const words = (
    <>
      <span className="canned-title">
        <b>{title}</b> <kbd>/{shortcut}</kbd>
      </span>
      <span className="canned-text soft" lang={language ?? undefined}>
        {fillVariables(text, placeNames(texts))}
      </span>
    </>
  )
  return (
    <li className="canned-row">
      {onUse ? (
        <button
          type="button"
          className="canned-words"
          title={fill(texts.cannedUse, { title })}
          onClick={() => onUse(reply)}
        >
          {words}
        </button>
      ) : (
        <div className="canned-words">{words}</div>
      )}
      {onEdit && (
        <>
          <IconButton icon="pencil" label={fill(texts.cannedEdit, { title })} data-canned={reply.id} onClick={onEdit} />
          <IconButton
            icon="trash"
            label={fill(texts.cannedRemove, { title })}
            onClick={() => void remove(reply, texts)}
          />
        </>
      )}
    </li>
  )
}

async function remove(reply: CannedReply, texts: { cannedRemoved: string; undo: string }): Promise<void> {
  const { title, shortcut, text } = reply
  const language = languages.find(one => one === reply.language) ?? null
  const again = async () => {
    await call('POST /api/v1/canned-replies', { body: { title, shortcut, text, language } })
  }
  try {
    await call('DELETE /api/v1/canned-replies/:id', { params: { id: reply.id } })
    showToast(fill(texts.cannedRemoved, { title }), {
      text: texts.undo,
      run: () => void again().catch(showError),
    })
  } catch (error) {
    showError(error)
  }
}
