import { type FormEvent, useRef, useState } from 'react'
import { replyVariables } from '#shared/rules/text/reply-variables.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { call, codeOf, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import type { CannedReply } from './canned-reply-rows.ts'
import { ConflictNotice, conflictOf } from '#web/parts/forms/conflict-notice.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'

type Words = { title: string; shortcut: string; text: string; language: '' | 'vi' | 'en' }
type Props = {
  /** What is changed; undefined: a new one. */
  reply: CannedReply | undefined
  onDone: () => void
}

const oneWord = /^[\p{L}\p{M}\p{N}_-]{1,30}$/u

/** Writes a canned reply, or changes one. Who is overtaken by a colleague chooses whose version stays. */
export function CannedReplyForm({ reply, onDone }: Props) {
  const texts = useTexts(inboxToolsTexts)
  const form = useRef<HTMLFormElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [words, setWords] = useState<Words>(() => wordsOf(reply))
  const [version, setVersion] = useState(reply?.version)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const overtaken = reply !== undefined && version !== undefined && reply.version > version && !busy
  const conflict = overtaken ? { by: reply.changed_by, at: reply.changed_at } : conflictOf(problem)
  const errors = tried ? errorsOf(words, texts) : {}
  const set = (change: Partial<Words>) => setWords(before => ({ ...before, ...change }))

  async function save(over: number | undefined) {
    setBusy(true)
    setProblem(undefined)
    const body = { ...words, shortcut: words.shortcut.replace(/^\//, ''), language: words.language || null }
    try {
      if (reply)
        await call('PATCH /api/v1/canned-replies/:id', {
          params: { id: reply.id },
          body: { ...body, ...(over && { version: over }) },
        })
      else await call('POST /api/v1/canned-replies', { body })
      showToast(texts.cannedSaved)
      onDone()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (Object.keys(errorsOf(words, texts)).length > 0) return focusFirstError(form.current)
    if (!busy) void save(version)
  }

  function insert(name: string) {
    const element = area.current
    const at = element?.selectionStart ?? words.text.length
    const place = `{{${name}}}`
    set({ text: words.text.slice(0, at) + place + words.text.slice(element?.selectionEnd ?? at) })
    requestAnimationFrame(() => {
      element?.focus()
      element?.setSelectionRange(at + place.length, at + place.length)
    })
  }

  const taken = problem !== undefined && codeOf(problem)?.startsWith('inbox.shortcut_taken')
  return (
    <form ref={form} className="canned-form" onSubmit={submit} noValidate>
      <Field
        label={texts.cannedTitle}
        value={words.title}
        maxLength={80}
        onValue={title => set({ title })}
        error={errors.title}
        autoFocus
      />
      <Field
        label={texts.cannedShortcut}
        hint={texts.cannedShortcutHint}
        value={words.shortcut}
        maxLength={31}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onValue={shortcut => set({ shortcut })}
        error={errors.shortcut ?? (taken ? messageOf(problem) : undefined)}
      />
      <TextareaField
        ref={area}
        label={texts.cannedBody}
        rows={4}
        maxLength={2000}
        value={words.text}
        onValue={text => set({ text })}
        error={errors.text}
      />
      <div className="canned-places" role="group" aria-label={texts.cannedPlaces}>
        {replyVariables.map(name => (
          <Button key={name} size="sm" icon="plus" onClick={() => insert(name)}>
            {texts[`variable_${name}`]}
          </Button>
        ))}
      </div>
      <SelectField
        label={texts.cannedLanguage}
        value={words.language}
        options={[
          { value: '', text: texts.cannedAnyLanguage },
          { value: 'vi', text: 'Tiếng Việt' },
          { value: 'en', text: 'English' },
        ]}
        onChoose={language => set({ language })}
      />
      {conflict ? (
        <ConflictNotice
          conflict={conflict}
          onTheirs={() => {
            setWords(wordsOf(reply))
            setVersion(reply?.version)
            setProblem(undefined)
          }}
          onMine={() => void save(reply?.version)}
        />
      ) : (
        problem !== undefined && !taken && <Notice tone="bad">{messageOf(problem)}</Notice>
      )}
      <div className="canned-form-foot">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button look="filled" type="submit" busy={busy} busyText={texts.saving}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

function wordsOf(reply: CannedReply | undefined): Words {
  const { title = '', shortcut = '', text = '', language = null } = reply ?? {}
  return { title, shortcut, text, language: (language ?? '') as Words['language'] }
}

function errorsOf(
  { title, shortcut, text }: Words,
  texts: { needTitle: string; needShortcut: string; needText: string },
): { title?: string; shortcut?: string; text?: string } {
  return {
    ...(!title.trim() && { title: texts.needTitle }),
    ...(!oneWord.test(shortcut.trim().replace(/^\//, '')) && { shortcut: texts.needShortcut }),
    ...(!text.trim() && { text: texts.needText }),
  }
}
