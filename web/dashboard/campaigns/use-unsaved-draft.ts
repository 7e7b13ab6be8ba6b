import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { dataTexts } from '#shared/texts/dashboard/data-texts.ts'
import { ApiError, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { unsavedDraft } from './unsaved-drafts.ts'

type Options<Draft> = {
  /** Of the row that the draft is part of. */
  queryKey: string[]
  given: Draft
  patch: (draft: Draft) => Promise<unknown>
}

/** Changes the server has not accepted are kept when the page is left, and restored on return. */
export function useUnsavedDraft<Draft extends object>({ queryKey, given, patch }: Options<Draft>) {
  const queries = useQueryClient()
  const { session } = useSession()
  const { draftUnsaved } = useTexts(dataTexts)
  const [unsaved] = useState(() => unsavedDraft<Draft>(session?.user.id, queryKey.join()))
  const [draft, setDraft] = useState(() => unsaved.words ?? given)
  const [state, setState] = useState<'saved' | 'saving' | 'unsaved'>(() => (unsaved.words ? 'unsaved' : 'saved'))
  const newest = useRef(draft)
  const isOpen = useRef(true)

  async function send(words: Draft): Promise<void> {
    await patch(words)
    // A read that began earlier would restore older words.
    await queries.cancelQueries({ queryKey })
    queries.setQueryData<Draft | null>(queryKey, known => known && { ...known, ...words })
    void queries.invalidateQueries({ queryKey })
  }

  /** Resolves once the server has accepted everything written before. */
  async function save(): Promise<void> {
    if (!unsaved.words) return
    setState('saving')
    try {
      await unsaved.save(send)
      if (!unsaved.words) setState('saved')
    } catch (error) {
      setState('unsaved')
      throw error
    }
  }

  function change(part: Partial<Draft> | ((latest: Draft) => Partial<Draft>)): void {
    if (!isOpen.current) return
    newest.current = { ...newest.current, ...(typeof part === 'function' ? part(newest.current) : part) }
    unsaved.write(newest.current)
    setState('saving')
    setDraft(newest.current)
  }

  async function leave(): Promise<void> {
    try {
      await unsaved.save(send)
    } catch (error) {
      // Deleted: there is nothing left to save to.
      if (error instanceof ApiError && error.status === 404) unsaved.write(undefined)
      else showErrorToast(`${draftUnsaved}. ${messageOf(error)}`)
    }
  }

  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      void latest.current()
    }
  }, [])

  return { draft, state, change, save, unsavedText: draftUnsaved }
}
