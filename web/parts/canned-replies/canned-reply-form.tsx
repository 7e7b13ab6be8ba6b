import { useRef, useState } from 'react'
import { replyVariables } from '#shared/rules/text/reply-variables.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { ApiError, call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import type { CannedReply } from './canned-reply-rows.ts'
import { ConflictNotice, conflictOf } from '#web/parts/forms/conflict-notice.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { useAction } from '#web/kit/use-action.ts'

type Words = { title: string; shortcut: string; text: string; language: '' | 'vi' | 'en' }
type Props = {
  reply: CannedReply | undefined
  onDone: () => void
}

const oneWord = /^[\p{L}\p{M}\p{N}_-]{1,30}$/u

export function CannedReplyForm({ reply, onDone }: Props) {
  const texts = useTexts(inboxToolsTexts)
  const area = useRef<HTMLTextAreaElement>(null)
  const [version, setVersion] = useState(reply?.version)
  const saving = useAction({ once: true })
  const overtaken = reply !== undefined && version !== undefined && reply.version > version && !saving.busy
  const conflict = overtaken ? { by: reply.changed_by, at: reply.changed_at } : conflictOf(saving.error)
  const isTaken = saving.error instanceof ApiError && saving.error.code === 'inbox.shortcut_taken'

  const write = (words: Words, over: number | undefined) =>
    saving.perform(async () => {
      const body = { ...words, shortcut: words.shortcut.replace(/^\//, ''), language: words.language || null }
      if (reply)
        await call('PATCH /api/v1/canned-replies/:id', {
          params: { id: reply.id },
          body: { ...body, ...(over && { version: over }) },
        })
      else await call('POST /api/v1/canned-replies', { body })
      showToast(texts.cannedSaved)
      onDone()
    })
  const form = useForm<Words>({
    start: () => wordsOf(reply),
    check: words => errorsOf(words, texts),
    save: words => write(words, version),
  })
  const words = form.values

  function insert(name: string) {
    const element = area.current
    const at = element?.selectionStart ?? words.text.length
    const place = `{{${name}}}`
    form.set({ text: words.text.slice(0, at) + place + words.text.slice(element?.selectionEnd ?? at) })
    requestAnimationFrame(() => {
      element?.focus()
      element?.setSelectionRange(at + place.length, at + place.length)
    })
  }

  return (
    <form {...form.props} className="canned-form">
      <Field label={texts.cannedTitle} maxLength={80} autoFocus {...form.field('title')} />
      <Field
        label={texts.cannedShortcut}
        hint={texts.cannedShortcutHint}
        maxLength={31}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.field('shortcut')}
        error={form.wrong.shortcut ?? (isTaken ? saving.problem : undefined)}
      />
      <TextareaField ref={area} label={texts.cannedBody} rows={4} maxLength={2000} {...form.field('text')} />
      <div className="canned-places" role="group" aria-label={texts.cannedPlaces}>
        {replyVariables.map(name => (
          <Button key={name} size="sm" icon="plus" onClick={() => insert(name)}>
            {texts[`variable_${name}`]}
          </Button>
        ))}
      </div>
      <SelectField
        label={texts.cannedLanguage}
        options={[
          { value: '', text: texts.cannedAnyLanguage },
          { value: 'vi', text: 'Tiếng Việt' },
          { value: 'en', text: 'English' },
        ]}
        {...form.choice('language')}
      />
      {conflict ? (
        <ConflictNotice
          conflict={conflict}
          onTheirs={() => {
            form.set(wordsOf(reply))
            setVersion(reply?.version)
            saving.setProblem(undefined)
          }}
          onMine={() => void write(words, reply?.version)}
        />
      ) : (
        saving.problem !== undefined && !isTaken && <Notice tone="bad">{saving.problem}</Notice>
      )}
      <div className="canned-form-foot">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button look="filled" type="submit" busy={saving.busy} busyText={texts.saving}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

function wordsOf(reply: CannedReply | undefined): Words {
  const { title = '', shortcut = '', text = '', language = null } = reply ?? {}
  return { title, shortcut, text, language: language ?? '' }
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
