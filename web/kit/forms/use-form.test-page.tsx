// The form that use-form.test.ts fills in: a canned reply, sent to the API. `?once` as in a dialog that closes.
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { ApiError, call } from '#web/data/api.ts'
import { Button } from '../button.tsx'
import { Field } from './field.tsx'
import { refusedOf, useForm } from './use-form.ts'

type Words = { title: string; shortcut: string; text: string }

function ReplyForm() {
  const [changes, setChanges] = useState<Partial<Words>[]>([])
  const [saved, setSaved] = useState(0)
  const [start, setStart] = useState<Words>({ title: '', shortcut: '', text: 'Hello' })
  const form = useForm<Words>({
    start,
    follows: true,
    check: ({ title, shortcut, text }) => ({
      ...(!title && { title: 'Write a title.' }),
      ...(/\s/.test(shortcut) && { shortcut: 'One word, please.' }),
      ...(text === 'lacking' && { lacks: 'The shop has no language.' }),
    }),
    async save(words, clear) {
      if (words.text === 'not yet') return false
      await call('POST /api/v1/canned-replies', { body: { ...words, language: null } })
      setSaved(before => before + 1)
      if (words.text === 'one of many') clear({ title: '', shortcut: '' })
      if (words.text === 'as stored')
        setStart({ title: words.title.trim(), shortcut: 'from elsewhere', text: 'as stored' })
      return true
    },
    fieldOf: error =>
      error instanceof ApiError && error.code === 'inbox.shortcut_taken'
        ? 'shortcut'
        : refusedOf('title', 'text')(error),
    once: location.search === '?once',
    onChange: change => setChanges(before => [...before, change]),
  })
  return (
    <form {...form.props} aria-label="Reply">
      <Field label="Title" required {...form.field('title')} onBlur={() => form.settle('title')} />
      <Field label="Shortcut" {...form.field('shortcut')} onBlur={() => form.settle('shortcut')} />
      <Field label="Text" {...form.field('text')} />
      {form.problem && <p role="note">{form.problem}</p>}
      <Button type="submit" busy={form.busy}>
        Save
      </Button>
      <Button onClick={() => form.set({ title: '', shortcut: '', text: 'Hello' })}>Start again</Button>
      <Button
        onClick={() => setStart(({ title }) => ({ title: `${title}+`, shortcut: 'from elsewhere', text: 'Hello' }))}
      >
        Changed elsewhere
      </Button>
      <output aria-label="Saved">{saved}</output>
      <output aria-label="Changes">{JSON.stringify(changes)}</output>
    </form>
  )
}

/** A dialog's form is nested in another form in React's tree, though not in the document. */
function Page() {
  const [sent, setSent] = useState(false)
  return (
    <form onSubmit={() => setSent(true)} data-sent={sent} id="outer">
      {createPortal(<ReplyForm />, document.body)}
    </form>
  )
}

createRoot(document.querySelector('#root')!).render(<Page />)
